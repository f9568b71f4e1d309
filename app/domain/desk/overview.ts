import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { lastBackupTime } from "#db/backup/last-backup.ts";
import { type Db, isPostgresUrl } from "#db/database.ts";
import { databasePath } from "#db/sqlite/sqlite-address.ts";
import {
  type ByDay,
  countByDay,
  missesByDay,
  mostMissed,
  mostViewed,
  viewsByDay,
} from "./daily-figures.ts";
import { emailTroubles, type WaitingCounts, waitingCounts } from "./queue/queue-lengths.ts";
import { lastRun } from "#db/last-runs.ts";

export type { WaitingCounts } from "./queue/queue-lengths.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const days = 30;
const named = 10;
/** ms after which it is reported (RULES.md 28.3) */
const late = { backup: 2 * day, housekeeping: 3 * hour, email: hour };
/** A disk is filling below both of the first two, or below the last; in bytes and in parts of the whole. */
const room = { share: 0.1, plenty: 20 * 1024 ** 3, least: 1024 ** 3 };

export type Trouble =
  | { kind: "backup" | "housekeeping"; last: Date | null }
  | { kind: "emails-failing" | "emails-dead"; count: number }
  | { kind: "emails-late"; since: Date }
  | { kind: "disk"; free: number; share: number };

export const figureKinds = [
  "views",
  "misses",
  "votes",
  "reviews",
  "suggestions",
  "signUps",
] as const;
export type FigureKind = (typeof figureKinds)[number];

export interface Overview {
  waiting: WaitingCounts;
  troubles: Trouble[];
  /** the last 30 days (UTC), the oldest first; each figure has one number a day */
  days: string[];
  figures: Record<FigureKind, number[]>;
  missed: { text: string; times: number }[];
  viewed: { id: number; marca: string; nombre: string; views: number }[];
  /** share of the views that came through a search, on days on which that was counted; null without any */
  searched: number | null;
}

/** The desk's first page (RULES.md 28.2, 28.3), every query by index. */
export async function overviewOf(
  db: Db,
  folders: { databaseUrl: string; uploadsFolder: string },
  now: Date,
): Promise<Overview> {
  const dates = Array.from({ length: days }, (_, at) =>
    dayOf(new Date(now.getTime() - (days - 1 - at) * day)),
  );
  const since = dates[0]!;
  const views = await viewsByDay(db, since);
  const perfumes = await countByDay(db, "perfumeSuggestions", dates);
  const dupes = await countByDay(db, "dupeSuggestions", dates);
  const on = (counts: ByDay) => dates.map((date) => counts.get(date) ?? 0);
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  return {
    waiting: await waitingCounts(db),
    troubles: await troublesOf(db, folders, now),
    days: dates,
    figures: {
      views: on(new Map(views.map((one) => [one.day, one.views]))),
      misses: on(await missesByDay(db, since)),
      votes: on(await countByDay(db, "votes", dates)),
      reviews: on(await countByDay(db, "reviews", dates)),
      suggestions: dates.map((date) => (perfumes.get(date) ?? 0) + (dupes.get(date) ?? 0)),
      signUps: on(await countByDay(db, "signUps", dates)),
    },
    missed: await mostMissed(db, since, named),
    viewed: await mostViewed(db, [monthOf(now), monthOf(lastMonth)], named),
    searched: shareOf(views),
  };
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
const monthOf = (instant: Date) => instant.toISOString().slice(0, 7);

function shareOf(views: { views: number; searched: number | null }[]): number | null {
  const counted = views.filter((one) => one.searched !== null);
  const all = counted.reduce((sum, one) => sum + one.views, 0);
  return all === 0 ? null : counted.reduce((sum, one) => sum + one.searched!, 0) / all;
}

async function troublesOf(
  db: Db,
  { databaseUrl, uploadsFolder }: { databaseUrl: string; uploadsFolder: string },
  now: Date,
): Promise<Trouble[]> {
  const isLate = (last: Date | null, time: number) =>
    last === null || now.getTime() - last.getTime() > time;
  // A record that cannot be read says nothing of a backup.
  const backedUp = await lastBackupTime(db, databaseUrl).catch(() => null);
  const kept = await lastRun(db, "housekeeping");
  const { failing, dead, dueSince } = await emailTroubles(db, now);
  const due = dueSince === null ? null : new Date(dueSince);
  return [
    ...(isLate(backedUp, late.backup) ? [{ kind: "backup" as const, last: backedUp }] : []),
    ...(failing > 0 ? [{ kind: "emails-failing" as const, count: failing }] : []),
    ...(dead > 0 ? [{ kind: "emails-dead" as const, count: dead }] : []),
    ...(due && isLate(due, late.email) ? [{ kind: "emails-late" as const, since: due }] : []),
    ...(await fillingDisks([...folderOf(databaseUrl), uploadsFolder])),
    ...(isLate(kept, late.housekeeping) ? [{ kind: "housekeeping" as const, last: kept }] : []),
  ];
}

/** PostgreSQL's disk is on another machine. */
const folderOf = (databaseUrl: string) =>
  isPostgresUrl(databaseUrl) ? [] : [dirname(databasePath(databaseUrl))];

async function fillingDisks(folders: string[]): Promise<Trouble[]> {
  const disks = new Map<number, Trouble>();
  for (const folder of folders) {
    // /readyz reports a folder that is gone.
    const [file, disk] = await Promise.all([stat(folder), statfs(folder)]).catch(() => []);
    if (!file || !disk) continue;
    const trouble = fillingDisk(disk);
    if (trouble) disks.set(file.dev, trouble);
  }
  return [...disks.values()];
}

export function fillingDisk(disk: {
  bsize: number;
  blocks: number;
  bavail: number;
}): Trouble | null {
  const free = disk.bavail * disk.bsize;
  const share = disk.blocks === 0 ? 1 : disk.bavail / disk.blocks;
  const little = free < room.least || (share < room.share && free < room.plenty);
  return little ? { kind: "disk", free, share } : null;
}
