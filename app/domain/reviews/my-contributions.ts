import { sql } from "kysely";
import { pairColumns, pairIn } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";
import type { ReviewState } from "#db/schema.ts";
import { questions } from "./verdict-questions.ts";

const perPage = 20;

export type OnDupe = Omit<Awaited<ReturnType<typeof ownWords>>["rows"][number], "said" | "state">;

export const pagesOfWords = (count: number) => Math.max(1, Math.ceil(count / perPage));

/** Newest first; previews set `limit` (RULES.md 7.4). */
export async function ownVotes(db: Db, userId: string, page: number, limit?: number) {
  const { rows, count } = await ownWords<1 | -1>(db, userId, ["user_votes", "voto"], page, limit);
  return { rows: rows.map(({ said: voto, ...row }) => ({ ...row, voto })), count };
}

export async function ownVerdicts(db: Db, userId: string, page: number, limit?: number) {
  const { rows, count } = await ownWords<number>(db, userId, ["verdicts", "id"], page, limit);
  const said = await db
    .selectFrom("verdicts")
    .select(["id", ...questions])
    .where("id", "in", rows.map((row) => row.said).concat(0))
    .execute();
  const answersOf = new Map(said.map(({ id, ...answers }) => [id, answers]));
  return { rows: rows.map((row) => ({ ...row, answers: answersOf.get(row.said)! })), count };
}

export async function ownReviews(db: Db, userId: string, page: number, limit?: number) {
  const place = ["dupe_reviews", "description"] as const;
  const { rows, count } = await ownWords<string>(db, userId, place, page, limit);
  return { rows: rows.map(({ said: description, ...row }) => ({ ...row, description })), count };
}

async function ownWords<Said>(
  db: Db,
  userId: string,
  [table, column]:
    | readonly ["user_votes", "voto"]
    | readonly ["verdicts", "id"]
    | readonly ["dupe_reviews", "description"],
  page: number,
  limit = perPage,
) {
  const rows = await db
    // All three tables have the columns used here.
    .selectFrom(`${table} as own` as "dupe_reviews as own")
    .innerJoin("dupes", "dupes.id", "own.dupe_id")
    .innerJoin("perfumes as dupe", "dupe.id", "dupes.dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .select(["dupes.id as dupeId", "own.created_at as at", ...pairColumns])
    .select(sql.ref<Said>(`own.${column}`).as("said"))
    // Votes and verdicts have other states.
    .select(sql.ref<ReviewState>("own.state").as("state"))
    .where("own.user_id", "=", userId)
    .orderBy("own.created_at", "desc")
    .orderBy("own.id", "desc")
    .limit(limit)
    .offset((page - 1) * perPage)
    .execute();
  const { n } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { rows: rows.map(pairIn), count: Number(n) };
}
