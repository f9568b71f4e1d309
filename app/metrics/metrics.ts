import { Counter, Histogram, Registry } from "prom-client";
import { createProcessGauges } from "./process-gauges.ts";
import { createSiteGauges, type Sources } from "./site-gauges.ts";

/** seconds per response, from a cached page to a photo rendered as an avatar */
const answerBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** seconds per statement or search */
const quickBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1];

export interface Answered {
  route: string;
  method: string;
  status: number;
  time: number;
}

type SignInRefusal =
  | "wrong"
  | "unconfirmed"
  | "too-many"
  | "google-refused"
  | "google-failed"
  | "google-account"
  | "suspended"
  | "wrong-code";

/** One site's metrics (RULES.md 14.6); times in ms. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registers = [new Registry()];
  const registry = registers[0]!;
  const requests = new Counter({
    name: "sosia_http_requests_total",
    help: "Responses by route pattern, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "sosia_http_request_duration_seconds",
    help: "Time to create the response, by route pattern.",
    labelNames: ["route"],
    buckets: answerBuckets,
    registers,
  });
  const searches = new Histogram({
    name: "sosia_search_duration_seconds",
    help: "Duration of a catalogue search.",
    buckets: quickBuckets,
    registers,
  });
  const statements = new Histogram({
    name: "sosia_database_statement_duration_seconds",
    help: "Duration of a database statement, excluding waits for a connection or lock.",
    labelNames: ["kind"],
    buckets: quickBuckets,
    registers,
  });
  const refusedSignIns = new Counter({
    name: "sosia_sign_ins_refused_total",
    help: "Refused sign-ins, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const limited = new Counter({
    name: "sosia_limit_refusals_total",
    help: "Refused actions, by limit.",
    labelNames: ["limit"],
    registers,
  });
  const [read, write] = (["read", "write"] as const).map((kind) => statements.labels({ kind }));
  const setSiteGauges = createSiteGauges(registers);
  const ofProcess = createProcessGauges(registers);

  return {
    answered({ route, method, status, time }: Answered) {
      requests.inc({ route, method: methodOf(method), status });
      durations.observe({ route }, time / 1000);
    },
    searched: (time: number) => searches.observe(time / 1000),
    executed: (kind: "read" | "write", time: number) =>
      (kind === "read" ? read! : write!).observe(time / 1000),
    signInRefused: (reason: SignInRefusal) => refusedSignIns.inc({ reason }),
    limited: (limit: string) => limited.inc({ limit }),
    async scrape(sources: Sources) {
      await setSiteGauges(sources);
      ofProcess.set();
      return { text: await registry.metrics(), type: registry.contentType };
    },
    start: ofProcess.start,
    stop: ofProcess.stop,
  };
}

const methodOf = (method: string) =>
  ["GET", "HEAD", "POST", "OPTIONS"].includes(method) ? method : "other";
