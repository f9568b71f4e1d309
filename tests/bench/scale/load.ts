import autocannon from "autocannon";
import { cpuOf, type Postgres } from "./engines.ts";
import { sizes } from "./fill.ts";

export interface Run {
  /** pages per second; ms */
  rate: number;
  p50: number;
  p99: number;
  /** CPU ms per page: of all processes of the site, of PostgreSQL */
  app: number;
  database: number;
}

export interface Target {
  origins: string[];
  pids: number[];
  postgres: Postgres | null;
}

const connections = 20;

/** Loads a site's processes with an endless list of addresses for one round. @param next the next path, and headers */
export async function run(
  { origins, pids, postgres }: Target,
  next: () => { path: string; headers?: Record<string, string> },
  seconds = sizes.seconds,
): Promise<Run> {
  const used = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [before, databaseBefore] = [used(), postgres?.cpu() ?? 0];
  const results = await Promise.all(
    origins.map((origin) =>
      autocannon({
        url: origin,
        connections: connections / origins.length,
        // The site ends a connection after 100 requests, which autocannon does not notice by itself.
        reconnectRate: 99,
        duration: seconds,
        requests: [
          {
            setupRequest(request) {
              const { path, headers } = next();
              return {
                ...request,
                path,
                headers: { ...request.headers, "accept-encoding": "br", ...headers },
              };
            },
          },
        ],
      }),
    ),
  );
  const pages = results.reduce((sum, { requests }) => sum + requests.total, 0);
  const failed = results.reduce((sum, one) => sum + one.non2xx + one.errors, 0);
  if (failed > 0) throw new Error(`${origins[0]}${next().path}: ${failed} of ${pages} failed`);
  const slowest = (of: (one: (typeof results)[number]) => number) => Math.max(...results.map(of));
  return {
    rate: results.reduce((sum, { requests, duration }) => sum + requests.total / duration, 0),
    p50: slowest(({ latency }) => latency.p50),
    p99: slowest(({ latency }) => latency.p99),
    app: (used() - before) / pages,
    database: postgres ? (postgres.cpu() - databaseBefore) / pages : 0,
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Alternates rounds of several loads, because a machine's speed varies. @returns each load's medians, and its rate relative to the first load's in the same round */
export async function inTurn(
  loads: (() => Promise<Run>)[],
  rounds = sizes.rounds,
): Promise<(Run & { share: number })[]> {
  const all: Run[][] = loads.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // The order changes from round to round.
    const order = [...loads.keys()];
    if (round % 2) order.reverse();
    for (const at of order) all[at]!.push(await loads[at]!());
  }
  return all.map((runs) => {
    const of = (name: keyof Run) => median(runs.map((one) => one[name]));
    return {
      rate: of("rate"),
      p50: of("p50"),
      p99: of("p99"),
      app: of("app"),
      database: of("database"),
      share: median(runs.map((one, round) => one.rate / all[0]![round]!.rate)),
    };
  });
}

export const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));
export const perCent = (share: number) => `${rounded(100 * share, 1)} %`;

export function rowOf({ rate, p50, p99, app, database }: Run) {
  return {
    "pages/s": Math.round(rate),
    "p50 ms": p50,
    "p99 ms": p99,
    "CPU of the site, ms a page": rounded(app),
    "of PostgreSQL": rounded(database),
  };
}
