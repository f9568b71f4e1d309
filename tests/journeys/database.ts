import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";

const inResults = (name: string) =>
  fileURLToPath(new URL(`../../test-results/${name}`, import.meta.url));

/** of the server that most journeys are on */
export const fileAddress = `file:${inResults("journeys.db")}`;
/** where the server on PostgreSQL says its address */
export const postgresAddress = inResults("journeys-postgres.url");

/** What the site of a journey keeps its data in. */
export type Engine = "sqlite" | "postgres";

/** @returns a connection to the data of a journey's site, to be closed */
export const connectTo = (engine: Engine): Db =>
  connect(engine === "sqlite" ? fileAddress : readFileSync(postgresAddress, "utf8"));
