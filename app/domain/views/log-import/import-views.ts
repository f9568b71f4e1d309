import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { createViewWindow, type Visit } from "../view-window.ts";
import { batchSize, type CountedView, type RowsOf, writeViews } from "../write-views.ts";
import { findImported, noteImported, oldestLine } from "./imported-logs.ts";
import { createLogClock } from "./log-clock.ts";
import { type Line, linesOf } from "./log-file.ts";

export interface Opening extends Omit<Visit, "userId"> {
  at: Date;
  searched: boolean;
  fromCache: boolean;
}

export interface Totals {
  lines: number;
  counted: number;
  repeated: number;
  gone: number;
  bySite: number;
  other: number;
  broken: number;
  before: number;
}

/** when full, the process takes some 450 MB */
const maxVisits = 500_000;
/** ms that another machine's clock may be ahead */
const aheadOf = 5 * 60_000;

const nothing: Totals = {
  lines: 0,
  counted: 0,
  repeated: 0,
  gone: 0,
  bySite: 0,
  other: 0,
  broken: 0,
  before: 0,
};

type Read = (line: string) => Opening | "other" | "broken";

/** Imports one log after another (RULES.md 3.3): a view at the end of one suppresses a repeat in the next. */
export function createViewImport(db: Db, read: Read, rowsOf: RowsOf, now: Date) {
  const judge = createJudge(read, now);

  /** Resumes where the last import stopped. @throws ImportedElsewhere, or as linesOf; views counted so far stay counted */
  return async function importViews(file: string): Promise<Totals> {
    const totals = { ...nothing };
    const log = await findImported(db, file);
    if (log === null) return totals;
    const startAt = log.counted?.bytes ?? 0;
    let noted = log.counted;
    let pending: CountedView[] = [];
    let latest: Line | null = null;

    async function write({ end, digest }: Line) {
      const reached = { digest: digest(), bytes: end };
      const written = await inTransaction(db, async (tx) => {
        await noteImported(tx, log!, noted, reached, now);
        return writeViews(tx, pending, rowsOf);
      });
      totals.counted += written;
      totals.gone += pending.length - written;
      [noted, pending, latest] = [reached, [], null];
    }

    for await (const line of linesOf(file)) {
      totals.lines++;
      const judged = judge(line.text);
      if (line.end <= startAt) {
        totals.before++;
        continue;
      }
      if (typeof judged === "string") totals[judged]++;
      else pending.push(judged);
      latest = line;
      if (pending.length === batchSize) await write(line);
    }
    if (latest) await write(latest);
    return totals;
  };
}

function createJudge(read: Read, now: Date) {
  const clock = createLogClock();
  const window = createViewWindow(clock, maxVisits);

  return (text: string | null): CountedView | "other" | "broken" | "bySite" | "repeated" => {
    const opening = text === null ? "broken" : read(text);
    if (typeof opening === "string") return opening;
    const { at, searched, fromCache, ...visit } = opening;
    const age = now.getTime() - at.getTime();
    if (age > oldestLine || age < -aheadOf) return "broken";
    clock.reach(at);
    const counts = window.counts({ ...visit, userId: null });
    if (!fromCache) return "bySite";
    return counts ? { perfumeId: visit.perfumeId, userId: null, at, searched } : "repeated";
  };
}
