// Attackers who want a card to say that a dupe lasts less, where honest people say that it lasts as long.
import { recountVerdicts, verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { tellingPhrase } from "#app/domain/reviews/verdict-questions.ts";
import { giveVerdict } from "#app/domain/reviews/verdicts.ts";
import { saying } from "../../support/verdicts.ts";
import { oldSite, type Scene, start, waysTo } from "./attack.ts";

const longAgo = new Date(start - 60 * 24 * 60 * 60 * 1000).toISOString();

async function sceneOf(honest: number): Promise<Scene> {
  const { db, perfumeId, dupeId } = await oldSite();
  const verdicts = Array.from({ length: honest }, () => ({
    dupe_id: dupeId,
    ...saying({ lasting: "same" }),
    created_at: longAgo,
    updated_at: longAgo,
  }));
  if (honest > 0) await db.insertInto("verdicts").values(verdicts).execute();
  await recountVerdicts(db, [dupeId]);
  const answers = saying({ lasting: "less" });
  return {
    db,
    give: (userId, now, ballot) =>
      giveVerdict(db, userId, { dupeId, perfumeId, answers }, now, ballot),
    async isReached() {
      const counts = (await verdictCountsOf(db, [dupeId])).get(dupeId);
      const phrase = counts && tellingPhrase(counts);
      return phrase?.kind === "most" && phrase.answer === "less";
    },
  };
}

export async function phrasesTable() {
  const rows: Awaited<ReturnType<typeof waysTo>> = [];
  for (const honest of [0, 20, 200])
    rows.push(
      ...(await waysTo(`${honest} honest verdicts`, Math.max(3, honest + 1), () =>
        sceneOf(honest),
      )),
    );
  return rows;
}
