import type { Db } from "../connect.ts";
import { similarity } from "./similarity.ts";

/** Recomputes counts and similarity of dupes from their votes. Call it in the transaction that changed the votes. */
export async function recountVotes(db: Db, dupeIds: Iterable<number>): Promise<void> {
  for (const id of dupeIds) {
    const votes = await db
      .selectFrom("user_votes")
      .select((row) => ["voto", row.fn.countAll<number>().as("n")])
      .where("dupe_id", "=", id)
      .groupBy("voto")
      .execute();
    const count = (voto: 1 | -1) => Number(votes.find((vote) => vote.voto === voto)?.n ?? 0);
    const { estimacion } = await db
      .selectFrom("dupes")
      .select("estimacion")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const [likes, dislikes] = [count(1), count(-1)];
    await db
      .updateTable("dupes")
      .set({ likes, dislikes, porcentaje: similarity(likes, dislikes, estimacion) })
      .where("id", "=", id)
      .execute();
  }
}
