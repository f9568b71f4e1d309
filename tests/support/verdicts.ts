import type { Ballot } from "#app/domain/reviews/ballots.ts";
import { giveVerdict } from "#app/domain/reviews/verdicts.ts";
import {
  type Answers,
  type Question,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import type { Db } from "#db/database.ts";
import { withoutEmail } from "./accounts.ts";
import { originalOf } from "./database.ts";

/** A verdict with these answers only. */
export const saying = (answers: Partial<Answers>): Answers => ({
  ...(Object.fromEntries(questions.map((question) => [question, null])) as Answers),
  ...answers,
});

/** Gives a verdict from the original's page. @returns what became of it */
export async function say(
  db: Db,
  userId: string,
  dupeId: number,
  answers: Partial<Answers>,
  options: { now?: Date; ballot?: Ballot } = {},
) {
  const perfumeId = await originalOf(db, dupeId);
  const { now = new Date("2026-02-03T10:00:00.000Z"), ballot = withoutEmail } = options;
  return giveVerdict(db, userId, { dupeId, perfumeId, answers: saying(answers) }, now, ballot);
}

/** How many verdicts count, and what they say, as in "2: lasting less 1, lasting same 1", whoever says it. */
export async function said(db: Db, dupeId: number): Promise<string> {
  const counts = await db
    .selectFrom("verdict_counts")
    .selectAll()
    .where("dupe_id", "=", dupeId)
    .where("verdicts", ">", 0)
    .executeTakeFirst();
  if (!counts) return "nothing";
  const answers = questions.flatMap((question) =>
    verdictQuestions[question]
      .map((answer) => [answer, Reflect.get(counts, `${question}_${answer}`)] as const)
      .filter(([, n]) => n > 0)
      .map(([answer, n]) => `${question} ${answer} ${n}`),
  );
  return `${counts.verdicts}: ${answers.join(", ")}`;
}

/** As if that many people had given each answer of a question, in the order of `verdictQuestions`. */
export async function addVerdictCounts(
  db: Db,
  dupeId: number,
  counts: Partial<Record<Question, number[]>>,
): Promise<void> {
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const columns = Object.entries(counts).flatMap(([question, numbers]) =>
    verdictQuestions[question as Question].map((answer, at) => [
      `${question}_${answer}`,
      numbers[at]!,
    ]),
  );
  const verdicts = Math.max(...Object.values(counts).map(sum));
  await db
    .insertInto("verdict_counts")
    .values({ dupe_id: dupeId, verdicts, ...Object.fromEntries(columns) })
    .execute();
}
