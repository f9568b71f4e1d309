import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResult } from "pg";

/** A PostgreSQL of the tests: nothing outside a temporary folder, reached by a socket in it. */
export interface TestPostgres {
  /** @returns the address of a database of it */
  urlOf(database: string): string;
  stop(): void;
}

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
  if (onPath) folders.unshift(onPath.slice(0, -"/initdb".length));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Quick, and nothing is to outlive it. */
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
  if (isRoot) {
    const id = Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
    const group = Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" }));
    chownSync(folder, id, group);
    chmodSync(folder, 0o755);
  }
  const [command, ...before] = isRoot
    ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    : ["env"];
  const run = (program: string, ...args: string[]) =>
    execFileSync(command!, [...before, join(programs, program), ...args], {
      stdio: "ignore",
      cwd: folder,
    });
  run("initdb", "-D", data, "-U", "sosia", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const port = "5432";
  const options = Object.entries({ ...settings, ...more })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  const log = join(folder, "log");
  run("pg_ctl", "-D", data, "-l", log, "-w", "-o", `-k ${folder} -p ${port} ${options}`, "start");
  endWithThisProcess([command!, ...before, join(programs, "pg_ctl"), "-D", data], folder);
  return {
    urlOf: (database) => `postgres://sosia@localhost:${port}/${database}?host=${folder}`,
    stop() {
      // At once: nothing of it is kept.
      run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
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
