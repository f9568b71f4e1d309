import type { Db } from "#db/database.ts";
import { similarity, similarityWith } from "./similarity.ts";

const chunkSize = 500;

/** Call in the transaction that changed the votes. Uses few statements, because other writers wait. */
export async function recountVotes(db: Db, dupeIds: Iterable<number>): Promise<void> {
  const ids = [...dupeIds];
  for (let at = 0; at < ids.length; at += chunkSize) {
    const counted = await db
      .selectFrom("dupes")
      .leftJoin("user_votes", (on) =>
        on.onRef("dupe_id", "=", "dupes.id").on("state", "=", "counted"),
      )
      .select(["dupes.id", "estimacion"])
      .select((row) => [
        row.fn.countAll<number>().filterWhere("voto", "=", 1).as("likes"),
        row.fn.countAll<number>().filterWhere("voto", "=", -1).as("dislikes"),
      ])
      .where("dupes.id", "in", ids.slice(at, at + chunkSize))
      .groupBy("dupes.id")
      .execute();
    for (const { id, estimacion, ...votes } of counted) {
      const [likes, dislikes] = [Number(votes.likes), Number(votes.dislikes)];
      await db
        .updateTable("dupes")
        .set({ likes, dislikes, porcentaje: similarity(likes, dislikes, estimacion) })
        .where("id", "=", id)
        .execute();
    }
  }
}

/** Until the transaction ends, nobody else counts votes or verdicts on these dupes. */
export async function lockDupes(tx: Db, dupeIds: readonly number[]): Promise<void> {
  await tx
    .updateTable("dupes")
    .set((row) => ({ likes: row.ref("likes") }))
    .where("id", "in", dupeIds)
    .execute();
}

/** Increments instead of recounting, because a dupe can have very many votes. */
export async function countVote(tx: Db, dupeId: number, vote: 1 | -1, at: string): Promise<void> {
  const count = vote === 1 ? "likes" : "dislikes";
  await tx
    .updateTable("dupes")
    .set((row) => ({
      [count]: row(count, "+", 1),
      porcentaje: similarityWith(count),
      updated_at: at,
    }))
    .where("id", "=", dupeId)
    .execute();
}
