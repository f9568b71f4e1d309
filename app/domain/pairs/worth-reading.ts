import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { enoughVotes } from "#app/domain/catalog/dupe-order.ts";
import { isShown, pairColumns, pairIn } from "#app/domain/catalog/relations.ts";
import {
  fewestAnswers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";

const hasAnswers = sql.join(
  questions.map((question) => {
    const answers = verdictQuestions[question].map((answer) => sql.ref(`${question}_${answer}`));
    return sql`(${sql.join(answers, sql` + `)} >= ${sql.lit(fewestAnswers)}
      and verdict_counts.few_voices not like ${`%${question}%`})`;
  }),
  sql` or `,
);

/** Pairs that say something of their own: people's votes, verdicts or reviews, a source, or the notes of both bottles. */
const pairsToRead = (db: Db) =>
  db
    .selectFrom("dupes")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .innerJoin("perfumes as dupe", "dupe.id", "dupes.dupe_perfume_id")
    .leftJoin("verdict_counts", "verdict_counts.dupe_id", "dupes.id")
    .where((row) =>
      row.or([
        sql<boolean>`(likes + dislikes >= ${sql.lit(enoughVotes)} and dupes.few_voices = 0)`,
        sql<boolean>`sources_for + sources_against > 0`,
        sql<boolean>`(original.notas is not null and dupe.notas is not null)`,
        sql<boolean>`(${hasAnswers})`,
        row.exists(
          row
            .selectFrom("dupe_reviews")
            .select("dupe_reviews.id")
            .whereRef("dupe_reviews.dupe_id", "=", "dupes.id")
            .where(isShown),
        ),
      ]),
    );

export async function isWorthReading(db: Db, dupeId: number): Promise<boolean> {
  const found = await pairsToRead(db)
    .select("dupes.id")
    .where("dupes.id", "=", dupeId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function countPairsToRead(db: Db): Promise<number> {
  const { count } = await pairsToRead(db)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listPairsToRead(db: Db, offset: number, limit: number) {
  const rows = await pairsToRead(db)
    .select(["dupes.updated_at as changedAt"])
    .select(pairColumns)
    .orderBy("dupes.id")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(pairIn);
}
