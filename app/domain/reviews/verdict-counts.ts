import { sql } from "kysely";
import { hasDistinct } from "#app/domain/voices/speaker.ts";
import { lockDupes } from "#app/domain/catalog/recount.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import {
  type Answers,
  fewestAnswers,
  type Question,
  questions,
  type VerdictCounts,
  verdictQuestions,
} from "./verdict-questions.ts";

const answerColumns = questions.flatMap((question) =>
  verdictQuestions[question].map((answer) => ({
    question,
    answer,
    name: `${question}_${answer}` as "again_dupe",
  })),
);

/** By dupe id; dupes of which nobody has said anything are left out. */
export async function verdictCountsOf(
  db: Db,
  dupeIds: readonly number[],
): Promise<Map<number, VerdictCounts>> {
  const found = new Map<number, VerdictCounts>();
  if (dupeIds.length === 0) return found;
  const rows = await db
    .selectFrom("verdict_counts")
    .selectAll()
    .where("dupe_id", "in", dupeIds)
    .where("verdicts", ">", 0)
    .execute();
  for (const { dupe_id, few_voices, ...said } of rows)
    found.set(dupe_id, countsIn(said, few_voices.split(",")));
  return found;
}

/** @param row without columns of questions that were not asked @param unheard questions of which nothing is said */
export function countsIn(
  row: Record<string, unknown>,
  unheard: readonly string[] = [],
): VerdictCounts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { question, answer, name } of answerColumns)
    (counts[question] ??= {})[answer] = unheard.includes(question) ? 0 : Number(row[name] ?? 0);
  return { verdicts: Number(row.verdicts), ...counts } as VerdictCounts;
}

/** How many of a query's verdicts give each answer. */
export const answerCounts = answerColumns.map(({ question, answer, name }) =>
  sql<number>`count(case when ${sql.ref(question)} = ${answer} then 1 end)`.as(name),
);

/** Call after `lockDupes`. Increments instead of recounting, because a dupe can have very many verdicts. */
export async function addToCounts(tx: Db, dupeId: number, answers: Answers): Promise<void> {
  const given = answerColumns.filter(({ question, answer }) => answers[question] === answer);
  const names = ["verdicts" as const, ...given.map(({ name }) => name)];
  await tx
    .insertInto("verdict_counts")
    .values({ dupe_id: dupeId, ...Object.fromEntries(names.map((name) => [name, 1])) })
    .onConflict((known) =>
      known
        .column("dupe_id")
        .doUpdateSet((row) =>
          Object.fromEntries(names.map((name) => [name, row(`verdict_counts.${name}`, "+", 1)])),
        ),
    )
    .execute();
  await findFewVoices(tx, [dupeId]);
}

/** Call after `lockDupes`. @param after null: the verdict was deleted */
export async function moveCounts(
  tx: Db,
  dupeId: number,
  before: Answers,
  after: Answers | null,
): Promise<void> {
  const changes = answerColumns
    .map(({ question, answer, name }) => ({
      name,
      by: Number(after?.[question] === answer) - Number(before[question] === answer),
    }))
    .concat(after === null ? { name: "verdicts" as "again_dupe", by: -1 } : [])
    .filter(({ by }) => by !== 0);
  if (changes.length === 0) return;
  await tx
    .updateTable("verdict_counts")
    .set((row) => Object.fromEntries(changes.map(({ name, by }) => [name, row(name, "+", by)])))
    .where("dupe_id", "=", dupeId)
    .execute();
  await findFewVoices(tx, [dupeId], true);
}

/** Some of this many verdicts decide. */
const maxCompared = 1000;

/** Marks the questions that three people have answered, but no three distinct voices (RULES.md 5.7, 5.10). @param isNew after a recount, which forgets the marks, or where one has gone */
async function findFewVoices(tx: Db, dupeIds: readonly number[], isNew = false): Promise<void> {
  const answersTo = (row: Record<string, unknown>, question: Question) =>
    verdictQuestions[question].reduce((sum, one) => sum + Number(row[`${question}_${one}`]), 0);
  const counts = await tx
    .selectFrom("verdict_counts")
    .selectAll()
    .where("dupe_id", "in", dupeIds)
    .execute();
  for (const row of counts) {
    const open = questions.filter(
      (question) =>
        row.few_voices.split(",").includes(question) ||
        (isNew
          ? answersTo(row, question) >= fewestAnswers
          : answersTo(row, question) === fewestAnswers),
    );
    if (open.length === 0) continue;
    const verdicts = await tx
      .selectFrom("verdicts")
      .select(["user_id", "mailbox", "mail_domain", "network", ...questions])
      .where("dupe_id", "=", row.dupe_id)
      .where("state", "=", "counted")
      .where("silent", "=", 0)
      .orderBy("id", "desc")
      .limit(maxCompared)
      .execute();
    const few = open.filter((question) => {
      const voices = verdicts.filter((one) => one[question] !== null);
      return voices.length >= fewestAnswers && !hasDistinct(voices, fewestAnswers);
    });
    await tx
      .updateTable("verdict_counts")
      .set({ few_voices: few.join(",") })
      .where("dupe_id", "=", row.dupe_id)
      .execute();
  }
}

/** Call in the transaction that changed the verdicts. */
export async function recountVerdicts(tx: Db, dupeIds: Iterable<number>): Promise<void> {
  for (const some of chunks(dupeIds)) {
    await lockDupes(tx, some);
    await tx.deleteFrom("verdict_counts").where("dupe_id", "in", some).execute();
    await tx
      .insertInto("verdict_counts")
      .columns(["dupe_id", "verdicts", ...answerColumns.map(({ name }) => name)])
      .expression((from) =>
        from
          .selectFrom("verdicts")
          .select((row) => ["dupe_id", row.fn.countAll<number>().as("verdicts")])
          .select(answerCounts)
          .where("dupe_id", "in", some)
          .where("state", "=", "counted")
          .where("silent", "=", 0)
          .groupBy("dupe_id"),
      )
      .execute();
    await findFewVoices(tx, some, true);
  }
}
