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

/** A PostgreSQL of the tests: nothing outside a temporary folder, reached by a socket in it. */
export interface TestPostgres {
  /** @returns the address of a database of it */
  urlOf(database: string): string;
  /** of the socket, and of what it logs */
  folder: string;
  /** Ends all its processes with SIGKILL: it has no time to write anything. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs one of PostgreSQL's programs as the user whose server it is. */
  run(program: string, ...args: string[]): void;
  stop(): void;
}

/** What is written is on the disk when it is acknowledged, as where people's words are kept. */
export const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

const roots = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql"];

/** @returns the folder with PostgreSQL's programs; null where there are none */
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
  // A link may lead there, with some of the other programs beside it or none.
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
 * Starts a PostgreSQL of its own. It refuses to run as root: then it runs as `nobody`.
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
      // Where nobody asks about a process that has ended, PostgreSQL would take it for one that is running.
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

/** Whoever started it may be killed: then it is ended, and its folder deleted, by a process of its own. */
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

/** Stops a process, so that it has no more children, ends both, and waits until they are gone. */
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
  // One that has ended and that nobody asked about is a zombie.
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

/** Has a database execute statements, on a connection of their own. @param url its address */
export async function askPostgres(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
