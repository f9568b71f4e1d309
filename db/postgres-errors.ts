import { DatabaseError, type ErrorKind } from "./database-error.ts";

/** SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html); the first match counts. */
const kinds: [pattern: RegExp, kind: ErrorKind][] = [
  [/^23505$/u, "unique"],
  [/^23503$/u, "foreign-key"],
  [/^23[0-9A-Z]{3}$/u, "constraint"],
  [/^(40[0-9A-Z]{3}|55P03)$/u, "locked"],
  [/^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57[0-9A-Z]{3}|58[0-9A-Z]{3}|25006|25P0[34])$/u, "unavailable"],
  [/^PG_(LOST|SILENT|AWAY|POOL)$/u, "unavailable"],
];

export function kindOfPostgres(code: string): ErrorKind | null {
  return kinds.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

const ofConnections =
  /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)[A-Z]*|ENOTFOUND|ENOENT|EACCES|EADDRNOTAVAIL)$/u;
const lostMessages =
  /Connection terminated|Client (was closed|has encountered a connection error)|connection is closed|not queryable|server closed|server_login|no more connections|pgbouncer/iu;
const poolMessage = /timeout exceeded when trying to connect/iu;

interface Reported extends Error {
  code?: string;
  table?: string;
  constraint?: string;
  column?: string;
}

/** Omits the values that PostgreSQL quotes in `detail`, `where` and some messages (RULES.md 14.5). */
export function translated(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { message = "", code = "", table, constraint, column } = error as Reported;
  if (/^[0-9A-Z]{5}$/u.test(code) && !ofConnections.test(code)) {
    const where = [table, constraint ?? column].filter(Boolean).join(".");
    const what = quotesNothing(code) ? message : meaningOf(code);
    return new DatabaseError(`PostgreSQL ${code}: ${what}${where && ` (${where})`}`, code);
  }
  if (poolMessage.test(message))
    return new DatabaseError("All connections to PostgreSQL are in use.", "PG_POOL");
  if (ofConnections.test(code))
    return new DatabaseError(`PostgreSQL cannot be reached (${code}).`, "PG_AWAY");
  if (message === "Query read timeout")
    return new DatabaseError("PostgreSQL does not answer.", "PG_SILENT");
  if (lostMessages.test(message))
    return new DatabaseError("The connection to PostgreSQL was lost.", "PG_LOST");
  return new DatabaseError(`The PostgreSQL driver failed: ${message}`, code || "PG_DRIVER");
}

/** Messages of these classes name only the schema or the server; those about data and constraints quote values. */
const quotesNothing = (code: string) => /^(08|25|40|42|53|55|57|58|3D|28)/u.test(code);

const meaningOf = (code: string) => kindOfPostgres(code) ?? "a value was refused";

export function isLost(error: DatabaseError): boolean {
  return /^(PG_(LOST|SILENT|AWAY)|08[0-9A-Z]{3}|57P0[123])$/u.test(error.code);
}

export function isAway(error: DatabaseError): boolean {
  return isLost(error) || error.code === "53300";
}
