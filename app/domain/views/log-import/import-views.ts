import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { createViewWindow, type Visit } from "../view-window.ts";
import { batchSize, type CountedView, type RowsOf, writeViews } from "../write-views.ts";
import { findImported, noteImported, oldestLine } from "./imported-logs.ts";
import { createLogClock } from "./log-clock.ts";
import { type Line, linesOf } from "./log-file.ts";

/** A bottle's page was opened. Who is signed in gets none from a cache. */
export interface Opening extends Omit<Visit, "userId"> {
  at: Date;
  searched: boolean;
  /** the site was not asked, and has not counted it */
  fromCache: boolean;
}

/** Lines, by what became of them; they add up to `lines`. */
export interface Totals {
  lines: number;
  /** counted now */
  counted: number;
  /** they do not count, because of an opening before (RULES.md 5.7) */
  repeated: number;
  /** of bottles that are gone */
  gone: number;
  /** the site answered and counted them itself, if they count */
  bySite: number;
  /** no openings of a bottle's page by a person */
  other: number;
  /** no lines of such a log, too long, or of no time that can be right */
  broken: number;
  /** an import before has read them */
  before: number;
}

/** visits and places that are remembered, which are of the last 30 minutes: full, the process takes some 450 MB */
const maxVisits = 500_000;
/** ms that another machine's clock may be ahead */
const aheadOf = 5 * 60_000;

/**
 * Creates the import of a proxy's logs (RULES.md 5.15), one after the other; who opened a bottle at the end of one does not
 * count again at the beginning of the next.
 * @param read what a line says
 */
export function createViewImport(
  db: Db,
  read: (line: string) => Opening | "other" | "broken",
  rowsOf: RowsOf,
  now: Date,
) {
  const clock = createLogClock();
  const window = createViewWindow(clock, maxVisits);

  /** @returns what became of a line; a view that is to be counted */
  function judge(text: string | null): CountedView | "other" | "broken" | "bySite" | "repeated" {
    const opening = text === null ? "broken" : read(text);
    if (typeof opening === "string") return opening;
    const { at, searched, fromCache, ...visit } = opening;
    const age = now.getTime() - at.getTime();
    if (age > oldestLine || age < -aheadOf) return "broken";
    clock.reach(at);
    const counts = window.counts({ ...visit, userId: null });
    if (!fromCache) return "bySite";
    return counts ? { perfumeId: visit.perfumeId, userId: null, at, searched } : "repeated";
  }

  /**
   * Counts a log, from where it was counted last. Every transaction notes how far it came.
   * @throws ImportedElsewhere, or what linesOf throws; what was counted until then stays so
   */
  return async function importViews(file: string): Promise<Totals> {
    const totals: Totals = {
      lines: 0,
      counted: 0,
      repeated: 0,
      gone: 0,
      bySite: 0,
      other: 0,
      broken: 0,
      before: 0,
    };
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
