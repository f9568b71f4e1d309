import { setImmediate as othersTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { createViewWindow, digest, type Visit } from "./view-window.ts";
import { batchSize, type CountedView, type RowsOf, writeViews } from "./write-views.ts";

interface View extends Visit {
  /** the page before was a search */
  searched: boolean;
}

export interface ViewLog {
  /** Remembers for 10 minutes that a search led this client to these bottles, if it opens one (RULES.md 5.7). */
  found(client: string, perfumeIds: readonly number[]): void;
  /** Counts a view, except repeated ones (RULES.md 5.7). Returns at once and never throws. */
  record(view: View): void;
  flush(): Promise<void>;
  /** Writes the pending views; later ones are ignored. */
  close(): Promise<void>;
}

/** ms after which an opening is no longer of the search that showed the bottle */
const foundFor = 10 * 60_000;
/** clients of whom that is remembered, and bottles of each */
const maxFound = { clients: 10_000, bottles: 20 };
/** Further views are dropped, e.g. while the database is busy for long. */
const maxPending = 10_000;

/**
 * Creates the view log, which writes in batches, outside of requests.
 * @param rowsOf whose views have a row of their own; all are counted
 * @param delay ms from a view to its row
 * @param elapsed tells how much time has passed, whatever the clock is set to
 */
export function createViewLog(
  db: Db,
  rowsOf: RowsOf,
  delay = 2000,
  now: () => Date = () => new Date(),
  elapsed: { now(): number } = performance,
): ViewLog {
  const window = createViewWindow(elapsed);
  const foundBy = new LRUCache<string, readonly number[]>({
    max: maxFound.clients,
    ttl: foundFor,
    ttlResolution: 0,
    perf: elapsed,
  });
  const pending: CountedView[] = [];
  const failures = createFailureLog("The view log could not be written:");
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let closed = false;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write() {
    while (pending.length > 0) {
      const batch = pending.splice(0, batchSize);
      try {
        await inTransaction(db, (tx) => writeViews(tx, batch, rowsOf), "read committed");
        failures.worked();
        if (pending.length > 0) await othersTurn();
      } catch (error) {
        failures.failed(error);
        pending.unshift(...batch);
        if (!closed) timer ??= setTimeout(flush, delay);
        return;
      }
    }
  }

  return {
    found(client, perfumeIds) {
      const key = digest(client);
      const ids = [...new Set([...perfumeIds, ...(foundBy.get(key) ?? [])])];
      foundBy.set(key, ids.slice(0, maxFound.bottles));
    },
    record({ searched, ...visit }) {
      if (closed || pending.length >= maxPending || !window.counts(visit)) return;
      const { perfumeId, userId, client } = visit;
      const found = foundBy.get(digest(client))?.includes(perfumeId) ?? false;
      pending.push({ perfumeId, userId, at: now(), searched: searched || found });
      timer ??= setTimeout(flush, delay);
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}
