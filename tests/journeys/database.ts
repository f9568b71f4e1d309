import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";

const inResults = (name: string) =>
  fileURLToPath(new URL(`../../test-results/${name}`, import.meta.url));

/** of the server that most journeys use */
export const fileAddress = `file:${inResults("journeys.db")}`;
/** where the server on PostgreSQL writes its address */
export const postgresAddress = inResults("journeys-postgres.url");

/** The database engine of a journey's site. */
export type Engine = "sqlite" | "postgres";

/** @returns a connection to the database of a journey's site; close it afterwards */
export const connectTo = (engine: Engine): Db =>
  connect(engine === "sqlite" ? fileAddress : readFileSync(postgresAddress, "utf8"));
