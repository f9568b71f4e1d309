import { recountVotes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";
import { recountVerdicts } from "./verdict-counts.ts";
import type { Ballots } from "./vote-waits.ts";

/** Keeps the votes; their authors still see them. @param entry of the log */
export async function uncount(
  tx: Db,
  { dupeId, suspects }: { dupeId: number; suspects: number[] },
  entry: number,
): Promise<void> {
  await tx
    .updateTable("user_votes")
    .set({ state: "uncounted", uncounted_by: entry })
    .where("id", "in", suspects)
    .execute();
  await recountVotes(tx, [dupeId]);
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

/** @returns how many votes the entry had uncounted, wherever they are now */
export async function countAgain(tx: Db, entry: number): Promise<number> {
  const dupes = await backFrom(tx, "user_votes", entry);
  await recountVotes(tx, new Set(dupes));
  return dupes.length;
}

export async function countVerdictsAgain(tx: Db, entry: number): Promise<number> {
  const dupes = await backFrom(tx, "verdicts", entry);
  await recountVerdicts(tx, new Set(dupes));
  return dupes.length;
}

async function backFrom(tx: Db, table: Ballots, entry: number): Promise<number[]> {
  const back = await tx
    .updateTable(table)
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
