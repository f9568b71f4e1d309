export class DatabaseError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What an error means in either database: `unique`, `foreign-key` and `constraint` (any other) if a row
 * violated one; `locked`: try again shortly; `unavailable`: full, read-only, damaged or missing.
 */
export type ErrorKind = "unique" | "foreign-key" | "constraint" | "locked" | "unavailable";
