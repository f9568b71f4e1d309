import { createBackgroundYield } from "#app/jobs/yield-to-event-loop.ts";
import { LRUCache } from "lru-cache";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { createViewWindow, digest, type Visit } from "./view-window.ts";
import { batchSize, type CountedView, type RowsOf, writeViews } from "./write-views.ts";

interface View extends Visit {
  searched: boolean;
}

export interface ViewLog {
  /** Its views of these bottles count as coming through a search for 10 minutes (RULES.md 3.1). */
  found(client: string, perfumeIds: readonly number[]): void;
  /** Returns at once and never throws; ignores repeated views (RULES.md 3.1). */
  record(view: View): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const foundFor = 10 * 60_000;
const maxFound = { clients: 10_000, bottles: 20 };
const maxPending = 10_000;

/** Writes in batches, outside requests. `rowsOf`: whose views are stored as rows; `delay` in ms; `elapsed`: a monotonic clock. */
export function createViewLog(
  db: Db,
  rowsOf: RowsOf,
  delay = 2000,
  now: () => Date = () => new Date(),
  elapsed: { now(): number } = performance,
): ViewLog {
  const window = createViewWindow(elapsed);
  const foundBy = createFoundBottles(elapsed);
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
    const yieldToEventLoop = createBackgroundYield();
    while (pending.length > 0) {
      const batch = pending.splice(0, batchSize);
      try {
        await inTransaction(db, (tx) => writeViews(tx, batch, rowsOf), "read committed");
        failures.worked();
        if (pending.length > 0) await yieldToEventLoop();
      } catch (error) {
        failures.failed(error);
        pending.unshift(...batch);
        if (!closed) timer ??= setTimeout(flush, delay);
        return;
      }
    }
  }

  return {
    found: foundBy.add,
    record({ searched, ...visit }) {
      if (closed || pending.length >= maxPending || !window.counts(visit)) return;
      const { perfumeId, userId, client } = visit;
      const found = foundBy.has(client, perfumeId);
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

/** The bottles that a search recently showed to each client. */
function createFoundBottles(elapsed: { now(): number }) {
  const bottles = new LRUCache<string, readonly number[]>({
    max: maxFound.clients,
    ttl: foundFor,
    ttlResolution: 0,
    perf: elapsed,
  });
  return {
    add(client: string, perfumeIds: readonly number[]) {
      const key = digest(client);
      const ids = [...new Set([...perfumeIds, ...(bottles.get(key) ?? [])])];
      bottles.set(key, ids.slice(0, maxFound.bottles));
    },
    has: (client: string, perfumeId: number) =>
      bottles.get(digest(client))?.includes(perfumeId) ?? false,
  };
}
