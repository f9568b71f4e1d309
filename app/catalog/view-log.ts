import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transactions.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { monthOf } from "./perfumes.ts";

/** A view that counts. The row says nothing of how it came about: that is counted by day only. */
interface Counted {
  view: { perfume_id: number; user_id: string | null; created_at: string };
  searched: boolean;
}

interface View {
  perfumeId: number;
  userId: string | null;
  /** the client and the networks around it (RULES.md 8.2), which nobody can invent; null where there is none */
  client: string;
  network: string | null;
  wide: string | null;
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

/** ms in which a visitor counts once */
const repeatWindow = 30 * 60_000;
const maxRecentVisits = 100_000;
/** ms after which an opening is no longer of the search that showed the bottle */
const foundFor = 10 * 60_000;
/** clients of whom that is remembered, and bottles of each */
const maxFound = { clients: 10_000, bottles: 20 };
/** Views of one perfume that count in the window: somebody may have many accounts, and many clients in a network. */
const most = { client: 20, network: 50, wide: 60 };
/** Views in one transaction, so that none blocks other writers for long. */
const batchSize = 200;
/** Further views are dropped, e.g. while the database is busy for long. */
const maxPending = 10_000;

/**
 * Creates the view log, which writes in batches, outside of requests.
 * @param delay ms from a view to its row
 * @param elapsed tells how much time has passed, whatever the clock is set to
 */
export function createViewLog(
  db: Db,
  delay = 2000,
  now: () => Date = () => new Date(),
  elapsed: { now(): number } = performance,
): ViewLog {
  const recent = new LRUCache<string, number>({
    max: maxRecentVisits,
    ttl: repeatWindow,
    ttlResolution: 0,
    noUpdateTTL: true,
    perf: elapsed,
  });
  const foundBy = new LRUCache<string, readonly number[]>({
    max: maxFound.clients,
    ttl: foundFor,
    ttlResolution: 0,
    perf: elapsed,
  });
  const pending: Counted[] = [];
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
        await writeViews(db, batch);
        failures.worked();
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
    record({ perfumeId, userId, client, network, wide, searched }) {
      const visit = digest(`${perfumeId} by ${userId ?? client}`);
      if (closed || recent.has(visit) || pending.length >= maxPending) return;
      const places = Object.entries({ client, network, wide }).flatMap(([kind, place]) => {
        if (place === null) return [];
        const key = digest(`${perfumeId} in ${place}`);
        return [{ key, count: recent.get(key) ?? 0, most: most[kind as keyof typeof most] }];
      });
      if (places.some((place) => place.count >= place.most)) return;
      recent.set(visit, 1);
      for (const { key, count } of places) recent.set(key, count + 1);
      pending.push({
        view: { perfume_id: perfumeId, user_id: userId, created_at: now().toISOString() },
        searched: searched || (foundBy.get(digest(client))?.includes(perfumeId) ?? false),
      });
      timer ??= setTimeout(flush, delay);
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}

/** Keeps neither addresses nor people's ids in memory. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

async function writeViews(db: Db, batch: Counted[]) {
  await inTransaction(db, async (trx) => {
    const written: Counted[] = [];
    for (const one of batch) if (await writeView(trx, one)) written.push(one);
    for (const [day, some] of Map.groupBy(written, ({ view }) => view.created_at.slice(0, 10)))
      await countDay(trx, day, some);
  });
}

/** @returns false for a bottle that is gone */
async function writeView(trx: Db, { view }: Counted): Promise<boolean> {
  const perfume = await trx
    .updateTable("perfumes")
    .set((row) => ({ vistas: row("vistas", "+", 1) }))
    .where("id", "=", view.perfume_id)
    .executeTakeFirst();
  if (perfume.numUpdatedRows === 0n) return false;
  const person = view.user_id
    ? await trx
        .selectFrom("usuarios")
        .select("id")
        .where("id", "=", view.user_id)
        .executeTakeFirst()
    : undefined;
  await trx
    .insertInto("perfume_searches")
    .values({ ...view, user_id: person?.id ?? null })
    .execute();
  await trx
    .insertInto("perfume_month_views")
    .values({
      month: monthOf(new Date(view.created_at)),
      perfume_id: view.perfume_id,
      views: 1,
    })
    .onConflict((row) =>
      row
        .columns(["month", "perfume_id"])
        .doUpdateSet((set) => ({ views: set("perfume_month_views.views", "+", 1) })),
    )
    .execute();
  return true;
}

async function countDay(trx: Db, day: string, some: Counted[]): Promise<void> {
  const searched = some.filter((one) => one.searched).length;
  await trx
    .insertInto("day_views")
    .values({ day, views: some.length, searched })
    .onConflict((row) =>
      row.column("day").doUpdateSet((set) => ({
        views: set("day_views.views", "+", some.length),
        // Where it was not counted all day it stays unknown.
        searched: set("day_views.searched", "+", searched),
      })),
    )
    .execute();
}
