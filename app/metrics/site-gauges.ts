import { setTimeout as pause } from "node:timers/promises";
import { Counter, Gauge, type Registry } from "prom-client";

interface QueueLength {
  queue:
    | "outbox"
    | "perfume_suggestions"
    | "dupe_suggestions"
    | "fact_suggestions"
    | "source_suggestions"
    | "prices"
    | "reviews"
    | "messages"
    | "index_now";
  state: "waiting" | "failing" | "dead";
  length: number;
}

export interface Queues {
  lengths: QueueLength[];
  /** when the oldest unsent email was queued; null when there is none */
  oldestEmail: Date | null;
}

export interface Sources {
  pages: () => { hits: number; misses: number; pages: number; bytes: number };
  queues: () => Promise<Queues>;
  sizes: () => Promise<{ database: number; log: number }>;
}

export function createSiteGauges(registers: Registry[]) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge<Label>({ name, help, labelNames, registers });
  const pageCacheRequests = new Counter({
    name: "sosia_page_cache_requests_total",
    help: "Requests for cacheable pages, by page cache hit or miss.",
    labelNames: ["result"],
    registers,
  });
  const pagesKept = gauge("sosia_page_cache_pages", "Pages in the page cache.");
  const pageBytes = gauge("sosia_page_cache_bytes", "Size of the pages in the page cache.");
  const queues = gauge("sosia_queue_length", "Items waiting, failing or given up, by queue.", [
    "queue",
    "state",
  ]);
  const oldest = gauge("sosia_outbox_oldest_seconds", "Age of the oldest unsent email.");
  const fileBytes = gauge("sosia_database_file_bytes", "Size of the database files.", ["file"]);
  const countQueues = createQueueCount();

  return async function set(sources: Sources): Promise<void> {
    const [counted, sizes] = await Promise.all([
      countQueues(sources.queues),
      sources.sizes().catch(() => null),
    ]);
    const { hits, misses, pages, bytes } = sources.pages();
    pageCacheRequests.reset();
    pageCacheRequests.inc({ result: "hit" }, hits);
    pageCacheRequests.inc({ result: "miss" }, misses);
    pagesKept.set(pages);
    pageBytes.set(bytes);
    if (sizes) {
      fileBytes.set({ file: "database" }, sizes.database);
      fileBytes.set({ file: "log" }, sizes.log);
    }
    // A queue that cannot be counted is absent, not 0.
    queues.reset();
    oldest.remove();
    if (!counted) return;
    for (const { queue, state, length } of counted.lengths) queues.set({ queue, state }, length);
    const { oldestEmail } = counted;
    oldest.set(oldestEmail ? Math.max(0, (Date.now() - oldestEmail.getTime()) / 1000) : 0);
  };
}

/** ms for which counts are cached, and after which a scrape stops waiting for them */
const [queuesStand, queuesWait] = [5000, 1000];

function createQueueCount() {
  let known: { at: number; counted: Promise<Queues | null> } | undefined;
  return async (count: Sources["queues"]): Promise<Queues | null> => {
    if (!known || performance.now() - known.at >= queuesStand)
      known = { at: performance.now(), counted: count().catch(() => null) };
    return Promise.race([known.counted, pause(queuesWait, null, { ref: false })]);
  };
}
