import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { ReviewState } from "#db/schema.ts";
import { type Answers, questions } from "./verdict-questions.ts";

const perPage = 20;

interface Named {
  id: number;
  marca: string;
  nombre: string;
}

export interface OnDupe {
  dupeId: number;
  dupe: Named;
  original: Named;
  at: string;
}

type OwnVote = OnDupe & { voto: 1 | -1 };
type OwnVerdict = OnDupe & { answers: Answers };
type OwnReview = OnDupe & { description: string; state: ReviewState };

interface Listed<One> {
  rows: One[];
  count: number;
}

export const pagesOfWords = (count: number) => Math.max(1, Math.ceil(count / perPage));

/** Newest first; previews set `limit` (RULES.md 7.4). */
export async function ownVotes(
  db: Db,
  userId: string,
  page: number,
  limit?: number,
): Promise<Listed<OwnVote>> {
  const { rows, count } = await ownWords<1 | -1>(db, userId, ["user_votes", "voto"], page, limit);
  return { rows: rows.map((row) => ({ ...onDupe(row), voto: row.said })), count };
}

export async function ownVerdicts(
  db: Db,
  userId: string,
  page: number,
  limit?: number,
): Promise<Listed<OwnVerdict>> {
  const { rows, count } = await ownWords<number>(db, userId, ["verdicts", "id"], page, limit);
  const said = await db
    .selectFrom("verdicts")
    .select(["id", ...questions])
    .where("id", "in", rows.map((row) => row.said).concat(0))
    .execute();
  const answersOf = new Map(said.map(({ id, ...answers }) => [id, answers]));
  return {
    rows: rows.map((row) => ({ ...onDupe(row), answers: answersOf.get(row.said)! })),
    count,
  };
}

export async function ownReviews(
  db: Db,
  userId: string,
  page: number,
  limit?: number,
): Promise<Listed<OwnReview>> {
  const { rows, count } = await ownWords<string>(
    db,
    userId,
    ["dupe_reviews", "description"],
    page,
    limit,
  );
  return {
    rows: rows.map((row) => ({ ...onDupe(row), description: row.said, state: row.state! })),
    count,
  };
}

async function ownWords<Said>(
  db: Db,
  userId: string,
  [table, column]: ["user_votes", "voto"] | ["verdicts", "id"] | ["dupe_reviews", "description"],
  page: number,
  limit = perPage,
): Promise<Listed<Row & { said: Said }>> {
  const rows = await db
    // All three tables have the columns used here.
    .selectFrom(`${table} as own` as "user_votes as own")
    .innerJoin("dupes", "dupes.id", "own.dupe_id")
    .innerJoin("perfumes as dupe", "dupe.id", "dupes.dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .select(names)
    .select(sql.ref(`own.${column}`).as("said"))
    .select((table === "dupe_reviews" ? sql.ref("own.state") : sql`null`).as("state"))
    .where("own.user_id", "=", userId)
    .orderBy("own.created_at", "desc")
    .orderBy("own.id", "desc")
    .limit(limit)
    .offset((page - 1) * perPage)
    .$castTo<Row & { said: Said }>()
    .execute();
  return { rows, count: await count(db, table, userId) };
}

const names = [
  "dupes.id as dupeId",
  "own.created_at as at",
  "dupe.id as dupe_id",
  "dupe.marca as dupe_marca",
  "dupe.nombre as dupe_nombre",
  "original.id as original_id",
  "original.marca as original_marca",
  "original.nombre as original_nombre",
] as const;

interface Row {
  dupeId: number;
  at: string;
  dupe_id: number;
  dupe_marca: string;
  dupe_nombre: string;
  original_id: number;
  original_marca: string;
  original_nombre: string;
  state: ReviewState | null;
}

const onDupe = (row: Row): OnDupe => ({
  dupeId: row.dupeId,
  at: row.at,
  dupe: { id: row.dupe_id, marca: row.dupe_marca, nombre: row.dupe_nombre },
  original: { id: row.original_id, marca: row.original_marca, nombre: row.original_nombre },
});

async function count(
  db: Db,
  table: "user_votes" | "verdicts" | "dupe_reviews",
  userId: string,
): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
