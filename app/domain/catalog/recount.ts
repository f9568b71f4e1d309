import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { hasDistinct } from "#app/domain/voices/speaker.ts";
import { enoughVotes } from "./dupe-order.ts";
import { similarity, similarityWith } from "./similarity.ts";

/** Call in the transaction that changed the votes. Uses few statements, because other writers wait. */
export async function recountVotes(db: Db, dupeIds: Iterable<number>): Promise<void> {
  for (const ids of chunks(dupeIds)) {
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
      .where("dupes.id", "in", ids)
      .groupBy("dupes.id")
      .execute();
    for (const { id, estimacion, ...votes } of counted) {
      const [likes, dislikes] = [Number(votes.likes), Number(votes.dislikes)];
      await db
        .updateTable("dupes")
        .set({ likes, dislikes, porcentaje: similarity(likes, dislikes, estimacion) })
        .set({ few_voices: likes + dislikes < enoughVotes ? 0 : await hasFewVoices(db, id) })
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
  const { likes, dislikes, few_voices } = await tx
    .updateTable("dupes")
    .set((row) => ({
      [count]: row(count, "+", 1),
      porcentaje: similarityWith(count),
      updated_at: at,
    }))
    .where("id", "=", dupeId)
    .returning(["likes", "dislikes", "few_voices"])
    .executeTakeFirstOrThrow();
  if (likes + dislikes !== enoughVotes && few_voices === 0) return;
  const few = await hasFewVoices(tx, dupeId);
  if (few !== few_voices)
    await tx.updateTable("dupes").set({ few_voices: few }).where("id", "=", dupeId).execute();
}

/** Some of this many votes decide. */
const maxCompared = 1000;

async function hasFewVoices(db: Db, dupeId: number): Promise<0 | 1> {
  const voices = await db
    .selectFrom("user_votes")
    .select(["user_id", "mailbox", "mail_domain", "network"])
    .where("dupe_id", "=", dupeId)
    .where("state", "=", "counted")
    .orderBy("id", "desc")
    .limit(maxCompared)
    .execute();
  return voices.length >= enoughVotes && !hasDistinct(voices, enoughVotes) ? 1 : 0;
}
