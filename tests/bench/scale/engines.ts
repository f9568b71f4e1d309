// The two databases of `npm run bench scale`: an SQLite file and a separate PostgreSQL with production durability.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/free-port.ts";
import { askPostgres, startPostgres } from "../../support/postgres.ts";

export const cores = availableParallelism();
const pins = existsSync("/usr/bin/taskset") && cores > 1;

export interface Postgres {
  /** through its Unix socket, and through TCP */
  url: string;
  tcp: string;
  port: number;
  /** CPU ms used so far */
  cpu(): number;
  /** @param list of cores, in taskset's syntax */
  pin(list: string): void;
  stop(): void;
}

/** Starts a PostgreSQL with an empty database, which syncs every commit to disk. */
export async function startEngine(): Promise<Postgres> {
  const port = await freePort();
  const server = startPostgres({
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    autovacuum: "on",
    wal_level: "replica",
    max_wal_size: "4GB",
    shared_buffers: "256MB",
    listen_addresses: "127.0.0.1",
    port: String(port),
  });
  const withPort = (name: string) => server.urlOf(name).replace(":5432/", `:${port}/`);
  await askPostgres(withPort("postgres"), "create database scale");
  const folder = new URL(withPort("scale")).searchParams.get("host")!;
  const pid = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n", 1)[0]);
  return {
    url: withPort("scale"),
    tcp: `postgres://sosia@127.0.0.1:${port}/scale`,
    port,
    cpu: () => treeCpu(pid),
    pin(list) {
      if (pins) for (const one of [pid, ...childrenOf(pid)]) pin(one, list);
    },
    stop: () => server.stop(),
  };
}

/** Cores for loads and databases, so that they do not disturb a site on the first core. */
export const others = cores > 1 ? `1-${cores - 1}` : "0";
export const everywhere = `0-${cores - 1}`;

export function pin(pid: number, list: string): void {
  if (pins) spawnSync("taskset", ["-a", "-p", "-c", list, String(pid)], { stdio: "ignore" });
}

/** ms per tick (CLK_TCK is 100 on Linux) */
const tick = 10;

const statOf = (pid: number | string) => {
  try {
    const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /u);
    const fields = rest!.split(" ");
    const [parent, own, children] = [1, 11, 13].map((at) => Number(fields[at]));
    return {
      parent: parent!,
      own: (own! + Number(fields[12])) * tick,
      ended: (children! + Number(fields[14])) * tick,
    };
  } catch {
    // The process has ended.
    return null;
  }
};

/** @returns CPU ms of a process */
export const cpuOf = (pid: number): number => statOf(pid)?.own ?? 0;

const childrenOf = (pid: number) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name) && statOf(name)?.parent === pid)
    .map(Number);

function treeCpu(pid: number): number {
  const server = statOf(pid);
  const running = childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), 0);
  return (server?.own ?? 0) + (server?.ended ?? 0) + running;
}

export const newFile = () =>
  `file:${join(mkdtempSync(join(tmpdir(), "sosia-scale-")), "scale.db")}`;
