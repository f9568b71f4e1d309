// A streaming replica of a test PostgreSQL, and a pooler in front of either.
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { askPostgres, type TestPostgres } from "./postgres.ts";
import { eventually } from "./eventually.ts";

export const streaming = { wal_level: "replica", max_wal_senders: "5" };

interface Replica {
  port: string;
  urlOf(database: string): string;
  /** Makes it writable. */
  promote(): void;
}

/** Starts a replica; from then on the server acknowledges nothing without it. @param more settings of the replica */
export async function startReplica(server: TestPostgres): Promise<Replica> {
  const { folder, run } = server;
  const port = String(await freePort());
  const data = join(folder, "replica");
  const log = join(folder, "replica.log");
  const primary = new URL(server.urlOf("postgres"));
  run(
    "pg_basebackup",
    "-h",
    folder,
    "-p",
    primary.port || "5432",
    "-U",
    "sosia",
    "-D",
    data,
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
  );
  const options = `-k ${folder} -p ${port} -c listen_addresses= -c max_connections=200 -c max_wal_senders=5 -c wal_level=replica`;
  run("pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start");
  onTestFinished(() => run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"));
  await askPostgres(server.urlOf("postgres"), "alter system set synchronous_standby_names = '*'");
  await askPostgres(server.urlOf("postgres"), "select pg_reload_conf()");
  await eventually(async () => {
    const { rows } = await askPostgres(
      server.urlOf("postgres"),
      "select 1 from pg_stat_replication where sync_state = 'sync'",
    );
    if (rows.length === 0) throw new Error("The replica does not follow");
  });
  return {
    port,
    urlOf: (database) => `postgres://sosia@localhost:${port}/${database}?host=${folder}`,
    promote: () => run("pg_ctl", "-D", data, "-w", "promote"),
  };
}

interface Pooler {
  /** with transaction pooling */
  url: string;
  directUrl: string;
  leadTo(port: string): void;
}

export const hasPgbouncer = existsSync("/usr/sbin/pgbouncer");

/** Starts pgbouncer in front of one database of a server, until the test ends. */
export async function startPgbouncer(
  { folder }: TestPostgres,
  firstPort: string,
  database: string,
): Promise<Pooler> {
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const write = (to: string) => {
    const server = `host=${folder} port=${to} dbname=${database} user=sosia`;
    writeFileSync(
      file,
      `[databases]
pooled = ${server}
direct = ${server} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
ignore_startup_parameters = extra_float_digits,options
server_login_retry = 1
`,
    );
  };
  write(firstPort);
  const pooler = spawn(
    "setpriv",
    ["--reuid=nobody", "--regid=nogroup", "--clear-groups", "/usr/sbin/pgbouncer", file],
    { stdio: "ignore" },
  );
  onTestFinished(() => void pooler.kill("SIGKILL"));
  const urlOf = (name: string) => `postgres://sosia@127.0.0.1:${port}/${name}`;
  await eventually(() => askPostgres(urlOf("pooled"), "select 1"));
  return {
    url: urlOf("pooled"),
    directUrl: urlOf("direct"),
    leadTo(to) {
      write(to);
      pooler.kill("SIGHUP");
    },
  };
}
