import { sql } from "kysely";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { recountVerdicts } from "./verdict-counts.ts";
import { ballots, type Ballots, recount } from "./due-voices.ts";

/** Keeps the votes; their authors still see them. @param entry of the log */
export async function uncount(
  tx: Db,
  { table, dupeId, suspects }: { table: Ballots; dupeId: number; suspects: number[] },
  entry: number,
): Promise<void> {
  for (const some of chunks(suspects))
    await tx
      .updateTable(table)
      .set({ state: "uncounted", uncounted_by: entry })
      .where("id", "in", some)
      .execute();
  await recount[table](tx, [dupeId]);
}

/** Keeps all verdicts of a person; only they still see them. @returns how many */
export async function uncountVerdicts(tx: Db, userId: string, entry: number): Promise<number> {
  const verdicts = await tx
    .updateTable("verdicts")
    .set({ state: "uncounted", uncounted_by: entry })
    .where("user_id", "=", userId)
    .where("state", "!=", "uncounted")
    .returning("dupe_id")
    .execute();
  await recountVerdicts(
    tx,
    verdicts.map(({ dupe_id }) => dupe_id),
  );
  return verdicts.length;
}

/** @returns how many votes and verdicts the entry had uncounted, wherever they are now */
export async function countAgain(tx: Db, entry: number): Promise<number> {
  await leaveToRemoval(tx, entry);
  let count = (await backFrom(tx, "removed_votes", entry)).length;
  for (const table of ballots) {
    const dupes = await backFrom(tx, table, entry);
    await recount[table](tx, new Set(dupes));
    count += dupes.length;
  }
  return count;
}

/** An undo brings back rows as they were, also those that an entry had uncounted that is undone by now. Call before recounting. */
export async function countUndone(tx: Db, dupeIds: number[]): Promise<void> {
  for (const table of ballots) {
    const entries = await tx
      .selectFrom(table)
      .innerJoin("audit_log", "audit_log.id", "uncounted_by")
      .select("audit_log.id")
      .distinct()
      .where("dupe_id", "in", dupeIds)
      .where("undone_by", "is not", null)
      .execute();
    for (const { id } of entries) await countAgain(tx, id);
  }
}

/** Verdicts of people whose contributions an operator has removed since do not count before that is undone, too. */
async function leaveToRemoval(tx: Db, entry: number): Promise<void> {
  const removal = sql<number>`(select min(id) from audit_log
    where action = 'remove-votes' and person_id = verdicts.user_id and undone_by is null and id > ${entry})`;
  await tx
    .updateTable("verdicts")
    .set({ uncounted_by: removal })
    .where("uncounted_by", "=", entry)
    .where(removal, "is not", null)
    .execute();
}

async function backFrom(
  tx: Db,
  table: Ballots | "removed_votes",
  entry: number,
): Promise<number[]> {
  const back = await tx
    .updateTable(table as "user_votes")
    .set((row) => ({
      state: row
        .case()
        .when("counts_from", "is", null)
        .then("counted" as const)
        .else("waiting" as const)
        .end(),
      uncounted_by: null,
    }))
    .where("uncounted_by", "=", entry)
    .returning("dupe_id")
    .execute();
  return back.map(({ dupe_id }) => dupe_id);
}
