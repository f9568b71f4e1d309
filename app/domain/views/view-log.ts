import { createBackgroundYield } from "#app/jobs/yield-to-event-loop.ts";
import { LRUCache } from "lru-cache";
import { createLateWriter } from "#app/jobs/late-writer.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { batchSize, type CountedView, type RowsOf, writeViews } from "./write-views.ts";
import { hash } from "node:crypto";

interface View extends Visit {
  searched: boolean;
}

export type ViewLog = ReturnType<typeof createViewLog>;

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
) {
  const window = createViewWindow(elapsed);
  const foundBy = createFoundBottles(elapsed);
  const pending: CountedView[] = [];
  const failures = createFailureLog("The view log could not be written:");
  const writer = createLateWriter(write, delay);

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
        return writer.writeLater();
      }
    }
  }

  return {
    /** Its views of these bottles count as coming through a search for 10 minutes (RULES.md 3.1). */
    found: foundBy.add,
    /** Returns at once and never throws; ignores repeated views (RULES.md 3.1). */
    record({ searched, ...visit }: View) {
      if (writer.isClosed() || pending.length >= maxPending || !window.counts(visit)) return;
      const { perfumeId, userId, client } = visit;
      const found = foundBy.has(client, perfumeId);
      pending.push({ perfumeId, userId, at: now(), searched: searched || found });
      writer.writeLater();
    },
    flush: writer.flush,
    close: writer.close,
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

interface Visit {
  perfumeId: number;
  userId: string | null;
  /** cannot be forged (RULES.md 12.9) */
  client: string;
  /** IPv4 /24 or IPv6 /48; null on the machine itself */
  network: string | null;
}

const repeatWindow = 30 * 60_000;
const day = 24 * 60 * 60_000;
/** Somebody may have many accounts, and many clients in a network. */
const mostOfNetwork = 5;

/** In memory; evicts the oldest. `elapsed` is positive and monotonic. */
function createViewWindow(elapsed: { now(): number }) {
  const remembered = (ttl: number) =>
    new LRUCache<string, number>({
      max: 50_000,
      ttl,
      ttlResolution: 0,
      noUpdateTTL: true,
      perf: elapsed,
    });
  const visits = remembered(repeatWindow);
  const places = remembered(day);
  return {
    counts({ perfumeId, userId, client, network }: Visit): boolean {
      const visit = digest(`${perfumeId} by ${userId ?? client}`);
      if (visits.has(visit)) return false;
      const place = network === null ? null : digest(`${perfumeId} in ${network}`);
      const before = place === null ? 0 : (places.get(place) ?? 0);
      if (before >= mostOfNetwork) return false;
      visits.set(visit, 1);
      if (place !== null) places.set(place, before + 1);
      return true;
    },
  };
}

/** Hashed, so that memory holds neither addresses nor user ids. */
export function digest(text: string): string {
  // A substring would keep the whole original string in memory.
  return hash("sha256", text, "buffer").toString("base64url", 0, 12);
}
