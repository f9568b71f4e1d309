import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db } from "#db/connect.ts";
import { monthOf } from "./perfumes.ts";

export interface View {
  perfumeId: number;
  userId: string | null;
  /** the network address and the browser's name: who looks, so that a reload does not count again */
  address: string;
  agent: string;
}

export interface ViewLog {
  /**
   * Counts an opening of a perfume's page, unless the same visitor opened it within 30 minutes, or a crowd of visitors
   * from one address did. Never fails, never waits.
   */
  record(view: View): void;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
  /** Writes it and then takes nothing more. */
  close(): Promise<void>;
}

const reloadWindow = 30 * 60_000;
const rememberedVisits = 100_000;
/** Views of one perfume from one address within the window: many people share one, nobody is a hundred browsers. */
const largestCrowd = 20;
/** Views in one transaction: a longer one would hold up whoever else asks the database. */
const batchSize = 200;
/** Above this many unwritten views, e.g. while the database is busy for long, further ones are dropped. */
const mostPending = 10_000;

/**
 * The view log (spec.md §3 perfume_searches, design §5): rows are written in batches, off the request's path.
 * @param delay ms from a view to its row
 */
export function createViewLog(db: Db, delay = 2000, now: () => Date = () => new Date()): ViewLog {
  const recent = new LRUCache<string, number>({
    max: rememberedVisits,
    ttl: reloadWindow,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const pending: { perfume_id: number; user_id: string | null; created_at: string }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let closed = false;

  /** One after the other, so that who waits for a flush waits for the one under way, too. */
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
      } catch (error) {
        console.error("The view log could not be written:", error);
        pending.unshift(...batch);
        if (!closed) timer ??= setTimeout(flush, delay);
        return;
      }
    }
  }

  return {
    record({ perfumeId, userId, address, agent }) {
      const place = digest(`${perfumeId} ${address}`);
      const visit = digest(`${perfumeId} ${address} ${agent}`);
      const crowd = recent.get(place) ?? 0;
      if (closed || recent.has(visit) || crowd >= largestCrowd || pending.length >= mostPending)
        return;
      recent.set(visit, 1);
      recent.set(place, crowd + 1);
      pending.push({ perfume_id: perfumeId, user_id: userId, created_at: now().toISOString() });
      timer ??= setTimeout(flush, delay);
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}

/** Short, and no address or browser's name is kept in memory. */
function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

async function writeViews(
  db: Db,
  batch: { perfume_id: number; user_id: string | null; created_at: string }[],
) {
  await db.transaction().execute(async (trx) => {
    for (const view of batch) {
      // A perfume or a person may be gone by now: what is left of the view still counts, or nothing is.
      const perfume = await trx
        .updateTable("perfumes")
        .set((row) => ({ vistas: row("vistas", "+", 1) }))
        .where("id", "=", view.perfume_id)
        .executeTakeFirst();
      if (perfume.numUpdatedRows === 0n) continue;
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
    }
  });
}
