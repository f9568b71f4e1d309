export class DatabaseError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What an error means, whichever database it comes from: `unique`, `foreign-key` and `constraint` (any other) that a row
 * broke; `locked`: others hold what is needed, for a moment; `unavailable`: full, read-only, broken or not there.
 */
export type ErrorKind = "unique" | "foreign-key" | "constraint" | "locked" | "unavailable";
