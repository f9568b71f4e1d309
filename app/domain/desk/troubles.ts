import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { lastBackupTime } from "#db/backup/last-backup.ts";
import { type Db, isPostgresUrl } from "#db/database.ts";
import { lastRun } from "#db/last-runs.ts";
import { databasePath } from "#db/sqlite/sqlite-address.ts";
import { keptFiles, type Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { emailTroubles } from "./queue/queue-lengths.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** ms after which it is reported (RULES.md 10.24) */
const late = { backup: 2 * day, dump: 2 * day, housekeeping: 3 * hour, email: hour };
/** A disk is filling below both of the first two limits, or below the last; in bytes and as fractions. */
const room = { share: 0.1, plenty: 20 * 1024 ** 3, least: 1024 ** 3 };

export type Trouble =
  | { kind: "backup" | "housekeeping"; last: Date | null }
  | { kind: "emails-failing" | "emails-dead"; count: number }
  | { kind: "emails-late"; since: Date }
  | { kind: "disk"; free: number; share: number }
  | { kind: "data-late"; last: Date }
  | { kind: "data-shrunk"; files: string[] };

export interface Folders {
  databaseUrl: string;
  uploadsFolder: string;
}

/** Null if there is none. An unreadable record counts as none. */
export async function backedUpAt(db: Db, { databaseUrl }: Folders): Promise<Date | null> {
  return lastBackupTime(db, databaseUrl).catch(() => null);
}

/** @param openData null: unreadable or not there, which is not the desk's trouble (RULES.md 15.2) */
export async function troublesOf(
  db: Db,
  { databaseUrl, uploadsFolder }: Folders,
  openData: Manifest | null,
  backedUp: Date | null,
  now: Date,
): Promise<Trouble[]> {
  const isLate = (last: Date | null, time: number) =>
    last === null || now.getTime() - last.getTime() > time;
  const kept = await lastRun(db, "housekeeping");
  const { failing, dead, dueSince } = await emailTroubles(db, now);
  const due = dueSince === null ? null : new Date(dueSince);
  return [
    ...(isLate(backedUp, late.backup) ? [{ kind: "backup" as const, last: backedUp }] : []),
    ...(failing > 0 ? [{ kind: "emails-failing" as const, count: failing }] : []),
    ...(dead > 0 ? [{ kind: "emails-dead" as const, count: dead }] : []),
    ...(due && isLate(due, late.email) ? [{ kind: "emails-late" as const, since: due }] : []),
    ...(await fillingDisks([...folderOf(databaseUrl), uploadsFolder])),
    ...(openData ? oldFiles(openData, now) : []),
    ...(isLate(kept, late.housekeeping) ? [{ kind: "housekeeping" as const, last: kept }] : []),
  ];
}

function oldFiles(made: Manifest, now: Date): Trouble[] {
  const last = new Date(made.made_at);
  const files = keptFiles(made).map(({ name }) => name.split(".")[0]!);
  return [
    ...(now.getTime() - last.getTime() > late.dump ? [{ kind: "data-late" as const, last }] : []),
    ...(files.length > 0 ? [{ kind: "data-shrunk" as const, files: [...new Set(files)] }] : []),
  ];
}

/** PostgreSQL's disk is on another machine. */
const folderOf = (databaseUrl: string) =>
  isPostgresUrl(databaseUrl) ? [] : [dirname(databasePath(databaseUrl))];

async function fillingDisks(folders: string[]): Promise<Trouble[]> {
  const disks = new Map<number, Trouble>();
  for (const folder of folders) {
    // /readyz reports a missing folder.
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
