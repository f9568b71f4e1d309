import { setTimeout as pause } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createEventLoopDelay } from "./event-loop-delay.ts";

/** s, of answers: from a cached page to a photo that is turned into an avatar */
const answerBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** s, of statements and searches */
const quickBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1];
/** ms for which counted queues stand, so that scrapes without end cost no more */
const queuesStand = 5000;
/** ms after which a scrape goes on without the queues */
const queuesWait = 1000;

export interface QueueLength {
  queue:
    | "outbox"
    | "perfume_suggestions"
    | "dupe_suggestions"
    | "prices"
    | "reviews"
    | "messages"
    | "index_now";
  state: "waiting" | "failing" | "dead";
  length: number;
}

export interface Queues {
  lengths: QueueLength[];
  /** when the oldest email that is not sent yet was queued; null when none waits */
  oldestEmail: Date | null;
}

/** What became of a request; `time` in ms until the answer was made. */
export interface Answered {
  route: string;
  method: string;
  status: number;
  time: number;
}

export type SignInRefusal =
  | "wrong"
  | "unconfirmed"
  | "too-many"
  | "google-refused"
  | "google-failed"
  | "google-account"
  | "suspended"
  | "wrong-code";

/** What is read at each scrape. */
export interface Sources {
  /** the page cache's figures since the start; `bytes` and `pages` are those of now */
  pages: () => { hits: number; misses: number; pages: number; bytes: number };
  queues: () => Promise<Queues>;
  /** bytes of the database, and of its log where it has one of its own */
  sizes: () => Promise<{ database: number; log: number }>;
}

/** The figures of one site (RULES.md 23). */
export interface Metrics {
  answered(answer: Answered): void;
  /** @param time ms */
  searched(time: number): void;
  /** @param time ms in the database alone, without waiting for a turn or a lock */
  executed(kind: "read" | "write", time: number): void;
  signInRefused(reason: SignInRefusal): void;
  /** @param limit the name of a limit (RULES.md 8.1) that is used up */
  limited(limit: string): void;
  /** @returns all figures as Prometheus' text, and its media type */
  scrape(sources: Sources): Promise<{ text: string; type: string }>;
  start(): void;
  stop(): void;
}

/** @returns the figures of one site, all at 0 (RULES.md 23.2) */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const registry = registers[0]!;
  const requests = new Counter({
    name: "sosia_http_requests_total",
    help: "Answers by pattern of the route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "sosia_http_request_duration_seconds",
    help: "Time until the answer was made, by pattern of the route.",
    labelNames: ["route"],
    buckets: answerBuckets,
    registers,
  });
  const searches = new Histogram({
    name: "sosia_search_duration_seconds",
    help: "Time of a search of the catalogue.",
    buckets: quickBuckets,
    registers,
  });
  const statements = new Histogram({
    name: "sosia_database_statement_duration_seconds",
    help: "Time of a statement in the database, without waiting for a turn or a lock.",
    labelNames: ["kind"],
    buckets: quickBuckets,
    registers,
  });
  const refusedSignIns = new Counter({
    name: "sosia_sign_ins_refused_total",
    help: "Sign-ins that were refused, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const limited = new Counter({
    name: "sosia_limit_refusals_total",
    help: "Actions beyond a limit, by limit.",
    labelNames: ["limit"],
    registers,
  });
  const [read, write] = (["read", "write"] as const).map((kind) => statements.labels({ kind }));
  const atScrape = createScrapeGauges(registers);
  const delay = createEventLoopDelay();

  return {
    answered({ route, method, status, time }) {
      requests.inc({ route, method: methodOf(method), status });
      durations.observe({ route }, time / 1000);
    },
    searched: (time) => searches.observe(time / 1000),
    executed: (kind, time) => (kind === "read" ? read! : write!).observe(time / 1000),
    signInRefused: (reason) => refusedSignIns.inc({ reason }),
    limited: (limit) => limited.inc({ limit }),
    async scrape(sources) {
      await atScrape(sources, delay.take());
      return { text: await registry.metrics(), type: registry.contentType };
    },
    start: () => delay.start(),
    stop: () => delay.stop(),
  };
}

/** Clients make methods up; these are few. */
const methodOf = (method: string) =>
  ["GET", "HEAD", "POST", "OPTIONS"].includes(method) ? method : "other";

type Delays = ReturnType<ReturnType<typeof createEventLoopDelay>["take"]>;

/** @returns a function that sets what is read at a scrape only */
function createScrapeGauges(registers: Registry[]) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge<Label>({ name, help, labelNames, registers });
  const pageCacheRequests = new Counter({
    name: "sosia_page_cache_requests_total",
    help: "Pages that are the same for every visitor, by whether the page cache had them.",
    labelNames: ["result"],
    registers,
  });
  const pagesKept = gauge("sosia_page_cache_pages", "Pages in the page cache.");
  const pageBytes = gauge("sosia_page_cache_bytes", "Bytes of the pages in the page cache.");
  const queues = gauge("sosia_queue_length", "What waits, failed or was given up, by queue.", [
    "queue",
    "state",
  ]);
  const oldest = gauge("sosia_outbox_oldest_seconds", "Age of the oldest email not sent yet.");
  const fileBytes = gauge("sosia_database_file_bytes", "Size of the database's files.", ["file"]);
  const loop = gauge(
    "sosia_event_loop_delay_seconds",
    "By how much timers came late since the last scrape.",
    ["quantile"],
  );
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "Time of the processor, of user and system.",
    registers,
  });
  const started = gauge("process_start_time_seconds", "When the process began, Unix time.");
  const resident = gauge("process_resident_memory_bytes", "Memory of the process.");
  const heap = gauge("nodejs_heap_size_used_bytes", "JavaScript's own memory.");
  const external = gauge("nodejs_external_memory_bytes", "Memory of buffers outside the heap.");
  const countQueues = createQueueCount();

  return async function set(sources: Sources, delays: Delays): Promise<void> {
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
    for (const { quantile, seconds } of delays) loop.set({ quantile }, seconds);
    const { user, system } = process.cpuUsage();
    cpu.reset();
    cpu.inc((user + system) / 1e6);
    const memory = process.memoryUsage();
    started.set(Math.round(Date.now() / 1000 - process.uptime()));
    resident.set(memory.rss);
    heap.set(memory.heapUsed);
    external.set(memory.external);
    if (sizes) {
      fileBytes.set({ file: "database" }, sizes.database);
      fileBytes.set({ file: "log" }, sizes.log);
    }
    // What cannot be counted now is absent, not 0.
    queues.reset();
    oldest.remove();
    if (!counted) return;
    for (const { queue, state, length } of counted.lengths) queues.set({ queue, state }, length);
    const { oldestEmail } = counted;
    oldest.set(oldestEmail ? Math.max(0, (Date.now() - oldestEmail.getTime()) / 1000) : 0);
  };
}

/** @returns a function that counts the queues at most every 5 s, and gives null when that fails or takes over a second */
function createQueueCount() {
  let known: { at: number; counted: Promise<Queues | null> } | undefined;
  return async (count: Sources["queues"]): Promise<Queues | null> => {
    if (!known || performance.now() - known.at >= queuesStand)
      known = { at: performance.now(), counted: count().catch(() => null) };
    return Promise.race([known.counted, pause(queuesWait, null, { ref: false })]);
  };
}
