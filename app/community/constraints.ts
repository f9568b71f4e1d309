/** @returns which constraint the database refused a row for, or null when the error is of another kind */
export function brokenConstraint(error: unknown): "unique" | "foreign-key" | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "SQLITE_CONSTRAINT_UNIQUE") return "unique";
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return "foreign-key";
  return null;
}
