/** @returns which constraint a row broke, by better-sqlite3's error codes, or null for any other error */
export function brokenConstraint(error: unknown): "unique" | "foreign-key" | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "SQLITE_CONSTRAINT_UNIQUE") return "unique";
  if (code === "SQLITE_CONSTRAINT_FOREIGNKEY") return "foreign-key";
  return null;
}
