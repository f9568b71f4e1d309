import type { Kysely } from "kysely";
import { isPostgres } from "#db/dialect.ts";
import { createTrigger, dropTrigger } from "#db/triggers.ts";

export type RefusedEvent = "insert" | "delete" | `update${"" | ` of ${string}`}`;

/**
 * From now on a table refuses what is written into it, by an error that `isConstraint` whichever database it is.
 * @param when only what this is true of, e.g. "new.views > 300"
 * @returns what mends it
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
