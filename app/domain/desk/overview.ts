import { monthOf } from "#app/domain/catalog/perfumes.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { countUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import type { Db } from "#db/database.ts";
import {
  type ByDay,
  countByDay,
  missesByDay,
  mostMissed,
  mostViewed,
  viewsByDay,
} from "./daily-figures.ts";
import { type WaitingCounts, waitingCounts } from "./queue/queue-lengths.ts";
import { backedUpAt, type Folders, type Trouble, troublesOf } from "./troubles.ts";

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
export type FigureKind = (typeof figureKinds)[number];

export interface Overview {
  waiting: WaitingCounts;
  unusualVotes: number;
  troubles: Trouble[];
  lastBackup: Date | null;
  /** the last 30 days (UTC), oldest first; each figure has one number per day */
  days: string[];
  figures: Record<FigureKind, number[]>;
  missed: { text: string; times: number }[];
  viewed: { id: number; marca: string; nombre: string; views: number }[];
  /** share of views that came through a search, on days when that was counted; null without such days */
  searched: number | null;
}

/** The desk's start page (RULES.md 10.23, 10.24); every query uses an index. */
export async function overviewOf(
  db: Db,
  folders: Folders,
  openData: Manifest | null,
  now: Date,
): Promise<Overview> {
  const today = dayOf(now);
  const dates = Array.from({ length: days }, (_, at) => addDays(today, at - days + 1));
  const since = dates[0]!;
  const views = await viewsByDay(db, since);
  const perfumes = await countByDay(db, "perfumeSuggestions", dates);
  const dupes = await countByDay(db, "dupeSuggestions", dates);
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
      votes: on(await countByDay(db, "votes", dates)),
      verdicts: on(await countByDay(db, "verdicts", dates)),
      reviews: on(await countByDay(db, "reviews", dates)),
      suggestions: dates.map((date) => (perfumes.get(date) ?? 0) + (dupes.get(date) ?? 0)),
      signUps: on(await countByDay(db, "signUps", dates)),
    },
    missed: await mostMissed(db, since, named),
    viewed: await mostViewed(db, [monthOf(now), monthOf(lastMonth)], named),
    searched: shareOf(views),
  };
}

function shareOf(views: { views: number; searched: number | null }[]): number | null {
  const counted = views.filter((one) => one.searched !== null);
  const all = counted.reduce((sum, one) => sum + one.views, 0);
  return all === 0 ? null : counted.reduce((sum, one) => sum + one.searched!, 0) / all;
}
