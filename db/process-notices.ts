import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

export const noticeChannel = "sosia";

/** Notifies every process of a topic when the transaction commits; on SQLite each process polls instead. */
export async function announce(tx: Kysely<any>, topic: string): Promise<void> {
  if (!isPostgres(tx)) return;
  const notice = JSON.stringify({ from: null, topic, text: "" });
  await sql`select pg_notify(${noticeChannel}, ${notice})`.execute(tx);
}
