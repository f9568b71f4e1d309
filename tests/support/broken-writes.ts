import type { Kysely } from "kysely";
import { isPostgres } from "#db/dialect.ts";
import { createTrigger, dropTrigger } from "#db/triggers.ts";

export type RefusedEvent = "insert" | "delete" | `update${"" | ` of ${string}`}`;

/**
 * Makes a table refuse writes, with an error that `isConstraint` recognises on both databases.
 * @param when SQL condition of the refused writes, e.g. "new.views > 300"
 * @returns a function that undoes it
 */
export async function breakWrites(
  db: Kysely<any>,
  table: string,
  event: RefusedEvent,
  when?: string,
): Promise<() => Promise<void>> {
  const name = `${table}_refuses`;
  const refuse = isPostgres(db)
    ? "raise exception 'refused' using errcode = '23000';"
    : "select raise(abort, 'refused');";
  await createTrigger(
    db,
    `${name} before ${event} on ${table} ${when ? `when ${when} ` : ""}begin ${refuse} end`,
  );
  return () => dropTrigger(db, name, table);
}
