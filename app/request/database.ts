import type { MiddlewareFunction } from "react-router";
import { connect } from "#db/connect.ts";
import { config } from "../config.ts";
import { database } from "./context.ts";

/** The process's one connection. */
export const db = connect(config.databaseUrl);

export const withDatabase: MiddlewareFunction<Response> = ({ context }) => {
  context.set(database, db);
};
