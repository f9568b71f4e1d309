import { createHash } from "node:crypto";
import type { Db } from "#db/database.ts";
import { recountVerdicts } from "#app/domain/reviews/verdict-counts.ts";
import {
  type Answers,
  type Question,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";

/** Every second voter of a dupe also gives a verdict. Deterministic. */
export async function addSampleVerdicts(
  tx: Db,
  votes: { dupe_id: number; user_id: string; created_at: string }[],
): Promise<number> {
  const verdicts = votes
    .filter((_, n) => n % 2 === 1)
    .map(({ dupe_id, user_id, created_at }) => ({
      dupe_id,
      user_id,
      ...inventedAnswers(dupe_id, user_id),
      created_at,
      updated_at: created_at,
    }));
  if (verdicts.length > 0) await tx.insertInto("verdicts").values(verdicts).execute();
  await recountVerdicts(tx, new Set(verdicts.map(({ dupe_id }) => dupe_id)));
  return verdicts.length;
}

const byte = (...of: (string | number)[]) => createHash("sha256").update(of.join(" ")).digest()[0]!;

/** About seven in ten give the dupe's usual answer; some say nothing of a question. */
function inventedAnswers(dupeId: number, userId: string): Answers {
  const answer = (question: Question) => {
    const [usual, own] = [byte(dupeId, question), byte(dupeId, question, userId)];
    if (own >= 240 && question !== "lasting") return null;
    return verdictQuestions[question][own < 160 ? usual % 3 : own % 3];
  };
  return Object.fromEntries(questions.map((one) => [one, answer(one)])) as Answers;
}
