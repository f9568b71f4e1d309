// Attackers who want a dupe's figure elsewhere.
import { similarity } from "#app/domain/catalog/similarity.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { oldSite, type Scene, start, waysTo } from "./attack.ts";

const longAgo = new Date(start - 60 * 24 * 60 * 60 * 1000).toISOString();

interface Goal {
  from: number;
  to: number;
  honest: number;
}

async function sceneOf({ from, to, honest }: Goal): Promise<Scene> {
  const { db, perfumeId, dupeId } = await oldSite(from);
  const likes = Math.round((honest * from) / 100);
  const votes = Array.from({ length: honest }, (_, n) => ({
    dupe_id: dupeId,
    voto: n < likes ? (1 as const) : (-1 as const),
    created_at: longAgo,
  }));
  if (honest > 0) await db.insertInto("user_votes").values(votes).execute();
  await db
    .updateTable("dupes")
    .set({ likes, dislikes: honest - likes })
    .execute();
  return {
    db,
    give: (userId, now, ballot) =>
      castVote(db, userId, { dupeId, perfumeId, voto: 1 }, now, ballot),
    async isReached() {
      const dupe = await db.selectFrom("dupes").select("porcentaje").executeTakeFirstOrThrow();
      return dupe.porcentaje >= to;
    },
  };
}

function votesNeeded({ from, to, honest }: Goal): number {
  const likes = Math.round((honest * from) / 100);
  let votes = 0;
  while (similarity(likes + votes, honest - likes, from) < to) votes++;
  return votes;
}

const goals: Goal[] = [
  [10, 95],
  [55, 65],
].flatMap(([from, to]) => [0, 20, 200].map((honest) => ({ from: from!, to: to!, honest })));

export async function votesTable() {
  const rows: Awaited<ReturnType<typeof waysTo>> = [];
  for (const goal of goals) {
    const { from, to, honest } = goal;
    const dupe = `${from} to ${to} %, ${honest} honest votes`;
    rows.push(...(await waysTo(dupe, votesNeeded(goal), () => sceneOf(goal))));
  }
  return rows;
}
