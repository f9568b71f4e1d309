import { type SqlBool, sql } from "kysely";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

/** Tables whose rows a decision can exclude. Settle their states in the same transaction. */
export type Excludable = Schema["exclusions"]["subject"];

export const isExcluded = (subject: Excludable) =>
  sql<SqlBool>`exists (select 1 from exclusions
    where subject = ${subject} and row_id = ${sql.ref(`${subject}.id`)})`;

/** @param entry of the log; null for what nobody can undo */
export async function exclude(
  tx: Db,
  subject: Excludable,
  ids: Iterable<number>,
  entry: number | null,
): Promise<void> {
  for (const some of chunks(ids))
    await tx
      .insertInto("exclusions")
      .values(some.map((row_id) => ({ entry, subject, row_id })))
      .onConflict((known) => known.doNothing())
      .execute();
}

/** @returns what the decision had excluded, also rows that are gone */
export const endExclusion = (tx: Db, entry: number) =>
  tx.deleteFrom("exclusions").where("entry", "=", entry).returning(["subject", "row_id"]).execute();

export async function forgetExclusions(
  tx: Db,
  subject: Excludable,
  ids: readonly number[],
): Promise<void> {
  for (const some of chunks(ids))
    await tx
      .deleteFrom("exclusions")
      .where("subject", "=", subject)
      .where("row_id", "in", some)
      .execute();
}

export async function excludeForGood(
  tx: Db,
  subject: Excludable,
  ids: readonly number[],
): Promise<void> {
  await forgetExclusions(tx, subject, ids);
  await exclude(tx, subject, ids, null);
}
