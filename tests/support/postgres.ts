import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client, type QueryResult } from "pg";

/** A PostgreSQL for tests, entirely in a temporary folder and reached through a socket in it. */
export interface TestPostgres {
  /** @returns the address of one of its databases */
  urlOf(database: string): string;
  /** contains the socket and the log */
  folder: string;
  /** Ends all its processes with SIGKILL, so that it cannot write anything more. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs one of PostgreSQL's programs as the server's user. */
  run(program: string, ...args: string[]): void;
  stop(): void;
}

/** Acknowledged writes are on disk, as in production. */
export const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

const roots = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql"];

/** @returns the folder with PostgreSQL's programs; null if they are not installed */
export function postgresPrograms(): string | null {
  const folders = roots.flatMap((root) =>
    existsSync(root)
      ? [
          join(root, "bin"),
          ...readdirSync(root)
            .toSorted((one, other) => Number(other) - Number(one))
            .map((version) => join(root, version, "bin")),
        ]
      : [],
  );
  const onPath = spawnSync("sh", ["-c", "command -v initdb"], { encoding: "utf8" }).stdout.trim();
  // It may be a link, in a folder without the other programs.
  if (onPath) folders.unshift(dirname(realpathSync(onPath)));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "200",
  deadlock_timeout: "200ms",
  shared_buffers: "64MB",
  listen_addresses: "",
};

/**
 * Starts a separate PostgreSQL, as `nobody` if the tests run as root, which PostgreSQL refuses.
 * @param more settings that differ
 * @throws Error when it does not start
 */
export function startPostgres(more: Record<string, string> = {}): TestPostgres {
  const programs = postgresPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed.");
  const folder = mkdtempSync(join(tmpdir(), "sosia-postgres-"));
  const data = join(folder, "data");
  const isRoot = process.getuid?.() === 0;
  const [user, group] = ["-u", "-g"].map((which) =>
    Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" })),
  ) as [number, number];
  if (isRoot) {
    chownSync(folder, user, group);
    chmodSync(folder, 0o755);
  }
  const [command, ...before] = isRoot
    ? ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups"]
    : ["env"];
  const run = (program: string, ...args: string[]) =>
    execFileSync(command!, [...before, join(programs, program), ...args], {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
    });
  run("initdb", "-D", data, "-U", "sosia", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const { port = "5432" } = more;
  const options = Object.entries({ ...settings, ...more })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  const log = join(folder, "log");
  const starting = [
    join(programs, "pg_ctl"),
    "-D",
    data,
    "-l",
    log,
    "-w",
    "-o",
    `-k ${folder} -p ${port} ${options}`,
    "start",
  ];
  execFileSync(command!, [...before, ...starting], { stdio: "ignore", cwd: folder });
  endWithThisProcess([command!, ...before, join(programs, "pg_ctl"), "-D", data], folder);
  return {
    urlOf: (database) => `postgres://sosia@localhost:${port}/${database}?host=${folder}`,
    folder,
    async kill() {
      await promisify(execFile)("sh", ["-c", killAll, "sh", String(idOf(data))]);
      // PostgreSQL would take an unreaped process for a running server.
      rmSync(join(data, "postmaster.pid"), { force: true });
      rmSync(join(folder, `.s.PGSQL.${port}.lock`), { force: true });
    },
    start: async () => {
      await promisify(execFile)(command!, [...before, ...starting], { cwd: folder }).catch(() => {
        throw new Error(
          `PostgreSQL does not start again:\n${readFileSync(log, "utf8").slice(-2000)}`,
        );
      });
    },
    run,
    stop() {
      if (isRunning(idOf(data))) run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the server and deletes its folder from a separate process, in case this one is killed. */
function endWithThisProcess(control: string[], folder: string): void {
  const script = `while kill -0 "$1" 2>/dev/null; do sleep 1; done; folder=$2; shift 2
    "$@" -m immediate stop; rm -rf "$folder"`;
  const args = ["-c", script, "sh", String(process.pid), folder, ...control];
  spawn("sh", args, { detached: true, stdio: "ignore", cwd: "/" }).unref();
}

const idOf = (data: string) => {
  const file = join(data, "postmaster.pid");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
};

/** Suspends a process, so that it starts no more children, kills them all, and waits until they are gone. */
const killAll = `
  kill -STOP $1
  all="$1 $(pgrep -P $1)"
  kill -KILL $all
  for one in $all; do
    while ps -o state= -p $one | grep -qv Z; do sleep 0.01; done
  done`;

function isRunning(id: number): boolean {
  if (id === 0) return false;
  const { stdout } = spawnSync("ps", ["-o", "state=", "-p", String(id)], { encoding: "utf8" });
  // An ended process that was not reaped is a zombie.
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

/** Executes statements in a database, on a separate connection. @param url its address */
export async function askPostgres(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
