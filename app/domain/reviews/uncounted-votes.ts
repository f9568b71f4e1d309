import { recountVotes } from "#app/domain/catalog/recount.ts";
import type { Db } from "#db/database.ts";

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

/** @returns how many votes the entry had uncounted, wherever they are now */
export async function countAgain(tx: Db, entry: number): Promise<number> {
  const back = await tx
    .updateTable("user_votes")
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
  await recountVotes(tx, new Set(back.map(({ dupe_id }) => dupe_id)));
  return back.length;
}
