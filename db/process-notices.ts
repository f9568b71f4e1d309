import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

export const noticeChannel = "sosia";

/** Has every process told of a topic when the transaction is through; on SQLite each looks for itself. */
export async function announce(tx: Kysely<any>, topic: string): Promise<void> {
  if (!isPostgres(tx)) return;
  const notice = JSON.stringify({ from: null, topic, text: "" });
  await sql`select pg_notify(${noticeChannel}, ${notice})`.execute(tx);
}
