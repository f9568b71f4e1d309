import { monthOf } from "#app/domain/catalog/perfumes.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { countUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import type { Db } from "#db/database.ts";
import { waitingCounts } from "./queue/queue-lengths.ts";
import { backedUpAt, type Folders, troublesOf } from "./troubles.ts";
import { sql } from "kysely";
import type { Schema } from "#db/schema.ts";

export type { WaitingCounts } from "./queue/queue-lengths.ts";

const days = 30;
const named = 10;
export const figureKinds = [
  "views",
  "misses",
  "votes",
  "verdicts",
  "reviews",
  "suggestions",
  "signUps",
] as const;

/** The desk's start page (RULES.md 10.23, 10.24); every query uses an index. */
export async function overviewOf(db: Db, folders: Folders, openData: Manifest | null, now: Date) {
  const today = dayOf(now);
  const dates = Array.from({ length: days }, (_, at) => addDays(today, at - days + 1));
  const since = dates[0]!;
  const views = await viewsByDay(db, since);
  const on = (counts: ByDay) => dates.map((date) => counts.get(date) ?? 0);
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const lastBackup = await backedUpAt(db, folders);
  return {
    waiting: await waitingCounts(db),
    unusualVotes: await countUnusualVotes(db, now),
    troubles: await troublesOf(db, folders, openData, lastBackup, now),
    lastBackup,
    days: dates,
    figures: {
      views: on(new Map(views.map((one) => [one.day, one.views]))),
      misses: on(await missesByDay(db, since)),
      votes: on(await countByDay(db, ["user_votes"], dates)),
      verdicts: on(await countByDay(db, ["verdicts"], dates)),
      reviews: on(await countByDay(db, ["dupe_reviews"], dates)),
      suggestions: on(await countByDay(db, ["sugerencias_perfumes", "sugerencias_dupes"], dates)),
      signUps: on(await countByDay(db, ["usuarios"], dates)),
    },
    missed: await mostMissed(db, since),
    viewed: await mostViewed(db, [monthOf(now), monthOf(lastMonth)]),
    searched: shareOf(views),
  };
}

/** Of views that came through a search, on days when that was counted; null without such days. */
function shareOf(views: { views: number; searched: number | null }[]): number | null {
  const counted = views.filter((one) => one.searched !== null);
  const all = counted.reduce((sum, one) => sum + one.views, 0);
  return all === 0 ? null : counted.reduce((sum, one) => sum + one.searched!, 0) / all;
}

type ByDay = ReadonlyMap<string, number>;

/** One index range per day takes a sixth of the time of grouping. */
async function countByDay(db: Db, tables: (keyof Schema)[], dates: string[]): Promise<ByDay> {
  const queries = dates.flatMap((day, at) => {
    const next = dates[at + 1];
    const end = next === undefined ? sql`` : sql`and created_at < ${next}`;
    return tables.map(
      (table) =>
        sql`select ${day} as day, count(*) as count from ${sql.table(table)} where created_at >= ${day} ${end}`,
    );
  });
  const all = sql<{ day: string; count: number }>`${sql.join(queries, sql` union all `)}`;
  const counts = new Map<string, number>();
  for (const { day, count } of (await all.execute(db)).rows)
    counts.set(day, (counts.get(day) ?? 0) + Number(count));
  return counts;
}

async function viewsByDay(db: Db, since: string) {
  return db.selectFrom("day_views").selectAll().where("day", ">=", since).orderBy("day").execute();
}

async function missesByDay(db: Db, since: string): Promise<ByDay> {
  const rows = await db
    .selectFrom("search_misses")
    .select((row) => ["day", row.fn.sum<number>("times").as("times")])
    .where("day", ">=", since)
    .groupBy("day")
    .execute();
  return new Map(rows.map(({ day, times }) => [day, Number(times)]));
}

async function mostMissed(db: Db, since: string) {
  const rows = await db
    .selectFrom("search_misses")
    .select((row) => ["text", row.fn.sum<number>("times").as("times")])
    .where("day", ">=", since)
    // Of texts that are not stored (RULES.md 2.2).
    .where("text", "!=", "")
    .groupBy("text")
    .orderBy("times", "desc")
    .orderBy("text")
    .limit(named)
    .execute();
  return rows.map(({ text, times }) => ({ text, times: Number(times) }));
}

const candidates = 100;

/** Most viewed in these months ("2026-12") combined, chosen among the most viewed of each. */
async function mostViewed(db: Db, months: readonly [string, string]) {
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
    .limit(named)
    .execute();
  return rows.map((row) => ({ ...row, views: Number(row.views) }));
}
