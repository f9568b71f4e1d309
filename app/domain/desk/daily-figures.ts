import { sql } from "kysely";
import type { Db } from "#db/database.ts";

const counted = {
  votes: "user_votes",
  verdicts: "verdicts",
  reviews: "dupe_reviews",
  perfumeSuggestions: "sugerencias_perfumes",
  dupeSuggestions: "sugerencias_dupes",
  signUps: "usuarios",
} as const;

/** By day (UTC, "2026-12-01"); days without any may be omitted. */
export type ByDay = ReadonlyMap<string, number>;

/** One index range per day takes a sixth of the time of grouping. */
export async function countByDay(
  db: Db,
  what: keyof typeof counted,
  dates: readonly string[],
): Promise<ByDay> {
  const table = sql.table(counted[what]);
  const queries = dates.map((day, at) => {
    const next = dates[at + 1];
    const end = next === undefined ? sql`` : sql`and created_at < ${next}`;
    return sql`select ${day} as day, count(*) as count from ${table} where created_at >= ${day} ${end}`;
  });
  const { rows } = await sql<{
    day: string;
    count: number;
  }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Views by day, and how many came through a search, where that was counted. */
export async function viewsByDay(db: Db, since: string) {
  return db.selectFrom("day_views").selectAll().where("day", ">=", since).orderBy("day").execute();
}

export async function missesByDay(db: Db, since: string): Promise<ByDay> {
  const rows = await db
    .selectFrom("search_misses")
    .select((row) => ["day", row.fn.sum<number>("times").as("times")])
    .where("day", ">=", since)
    .groupBy("day")
    .execute();
  return new Map(rows.map(({ day, times }) => [day, Number(times)]));
}

export async function mostMissed(
  db: Db,
  since: string,
  limit: number,
): Promise<{ text: string; times: number }[]> {
  const rows = await db
    .selectFrom("search_misses")
    .select((row) => ["text", row.fn.sum<number>("times").as("times")])
    .where("day", ">=", since)
    // Of texts that are not stored (RULES.md 2.2).
    .where("text", "!=", "")
    .groupBy("text")
    .orderBy("times", "desc")
    .orderBy("text")
    .limit(limit)
    .execute();
  return rows.map(({ text, times }) => ({ text, times: Number(times) }));
}

/** Candidates per month for the most viewed of two months. */
const candidates = 100;

/** Most viewed in these months ("2026-12") combined, chosen among the most viewed of each. */
export async function mostViewed(db: Db, months: readonly [string, string], limit: number) {
  const top = await Promise.all(
    months.map((month) =>
      db
        .selectFrom("perfume_month_views")
        .select("perfume_id")
        .where("month", "=", month)
        .orderBy("views", "desc")
        .orderBy("perfume_id")
        .limit(candidates)
        .execute(),
    ),
  );
  const ids = [...new Set(top.flat().map(({ perfume_id }) => perfume_id))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("perfume_month_views")
    .innerJoin("perfumes", "perfumes.id", "perfume_id")
    .select((row) => ["perfumes.id", "marca", "nombre", row.fn.sum<number>("views").as("views")])
    .where("month", "in", months)
    .where("perfume_id", "in", ids)
    .groupBy("perfumes.id")
    .orderBy("views", "desc")
    .orderBy("perfumes.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, views: Number(row.views) }));
}
