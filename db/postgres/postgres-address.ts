import { Client, type ClientConfig } from "pg";
import pgPass from "pgpass";
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

/** Reads the file PGPASSFILE if neither the address nor PGPASSWORD has a password: pg itself will stop doing so. */
export class ClientWithFile extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { host, port, database, user } = this;
    const password = () => new Promise((found) => pgPass({ host, port, database, user }, found));
    if (typeof this.password !== "string") Object.assign(this, { password });
  }
}
