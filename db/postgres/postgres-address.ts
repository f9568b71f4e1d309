import { Client } from "pg";
import { DatabaseError } from "../database-error.ts";

/** @returns a client that is not connected @throws DatabaseError without the address, which may hold a password */
export function parsedAddress(url: string): Client {
  try {
    return new Client({ connectionString: url });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isFile = code !== undefined && /^E[A-Z]+$/u.test(code);
    throw new DatabaseError(
      isFile
        ? `A certificate file named in DATABASE_URL cannot be read (${code}).`
        : "DATABASE_URL is not a PostgreSQL address: postgres://user:password@host:port/database, each part percent-encoded.",
      "DATABASE_URL",
    );
  }
}
