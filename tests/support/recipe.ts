// Starts deploy/README.md, "Several processes, several machines", from its files (deploy/), with other ports, folders and passwords.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "node-html-parser";
import { freePort } from "./free-port.ts";
import { hasNginx, replaceOnce, startNginx } from "./nginx.ts";
import { askPostgres, postgresPrograms } from "./postgres.ts";
import type { Page } from "./site.ts";

const origin = "https://sosia.example";

/** A real browser's headers, so that views count. */
const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const passwords = { sosia: "of-the-site", sosia_replica: "of-the-replica" };

/** Missing programs, in one line; null when all are installed. */
export function whatIsMissing(): string | null {
  const missing = [
    hasNginx() ? null : "nginx or openssl",
    spawnSync("pgbouncer", ["--version"]).error ? "pgbouncer" : null,
    postgresPrograms() ? null : "PostgreSQL",
  ].filter((name) => name !== null);
  return missing.length > 0 ? `${missing.join(", ")} not installed` : null;
}

export interface Process {
  port: number;
  /** @param folder with the build that it runs; by default this one */
  start(folder?: string): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Sends a request past nginx. @param address of the client, as the proxy would pass it on */
  ask(path: string, init?: RequestInit, address?: string): Promise<Page>;
}

export interface Recipe {
  processes: [Process, Process];
  directUrl: string;
  replicaUrl: string;
  /** Requests a page through nginx, from an address of this machine (127.0.0.0/8). */
  ask(path: string, options?: Asked): Promise<Page>;
  stop(): Promise<void>;
}

interface Asked {
  address?: string;
  headers?: Record<string, string>;
}

/** Starts PostgreSQL, its replica, pgbouncer, two processes of the site and nginx, with the starter catalogue. */
export async function startRecipe(): Promise<Recipe> {
  const folder = mkdtempSync(join(tmpdir(), "sosia-recipe-"));
  const database = join(folder, "database");
  mkdirSync(database);
  chmodSync(folder, 0o755);
  const asDatabase = unprivileged(database);
  const ends: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports = await startDatabases(database, asDatabase, ends);
    const url = (port: number) => `postgres://sosia:${passwords.sosia}@127.0.0.1:${port}/sosia`;
    const environment = {
      APP_ORIGIN: origin,
      // So that the site asks for consent.
      ANALYTICS_ID: "G-ABCDE12345",
      SESSION_SECRET: "a secret of the recipe that is long enough",
      TRUSTED_PROXY_HOPS: "1",
      DATABASE_URL: withoutPassword(url(ports.pgbouncer)),
      DATABASE_DIRECT_URL: withoutPassword(url(ports.primary)),
      PGPASSFILE: join(folder, "pgpass"),
    };
    writeFileSync(environment.PGPASSFILE, `127.0.0.1:*:sosia:sosia:${passwords.sosia}\n`, {
      mode: 0o600,
    });
    for (const file of ["db-migrate", "seed"])
      execFileSync(process.execPath, [`app/commands/${file}.ts`], {
        env: { ...process.env, ...environment },
        stdio: ["ignore", "ignore", "inherit"],
      });
    const data = join(folder, "data");
    mkdirSync(data);
    const processes = [
      newProcess(await freePort(), data, environment),
      newProcess(await freePort(), data, environment),
    ] as [RunningProcess, RunningProcess];
    ends.push(() => Promise.all(processes.map((one) => one.stop("SIGKILL"))).then(() => {}));
    await Promise.all(processes.map((one) => one.start()));
    const proxy = join(folder, "nginx");
    mkdirSync(proxy);
    const nginx = await startNginx(proxy, [processes[0].port, processes[1].port]);
    ends.push(() => nginx.stop());
    const ask = asker(nginx.port);
    return {
      processes,
      directUrl: url(ports.primary),
      replicaUrl: url(ports.replica),
      ask,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const withoutPassword = (url: string) => url.replace(`:${passwords.sosia}@`, "@");

/** PostgreSQL and pgbouncer refuse to run as root, so `nobody` runs them. @returns a function that runs a program like that */
function unprivileged(folder: string): (program: string, ...words: string[]) => string[] {
  if (process.getuid?.() !== 0) return (...words) => words;
  execFileSync("chown", ["nobody:nogroup", folder]);
  const before = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
  return (...words) => [...before, ...words];
}

async function startDatabases(
  folder: string,
  as: (program: string, ...words: string[]) => string[],
  ends: (() => void | Promise<void>)[],
) {
  const programs = postgresPrograms()!;
  const ports = {
    primary: await freePort(),
    replica: await freePort(),
    pgbouncer: await freePort(),
  };
  const run = (words: string[], environment: Record<string, string> = {}) =>
    execFileSync(words[0]!, words.slice(1), {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, ...environment },
    });
  const start = (data: string, port: number) => {
    const options = `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c fsync=off`;
    const log = join(folder, `${port}.log`);
    run(as("pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start"));
    ends.push(() => void run(as("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")));
  };

  const primary = join(folder, "primary");
  const access = ["--auth-local=trust", "--auth-host=scram-sha-256", "--no-sync"];
  run(as("initdb", "-D", primary, "-U", "postgres", "-E", "UTF8", ...access));
  start(primary, ports.primary);
  const words = Object.entries({
    password: passwords.sosia,
    replica_password: passwords.sosia_replica,
  }).flatMap(([name, value]) => ["-v", `${name}=${value}`]);
  const asOwner = ["-h", folder, "-p", String(ports.primary), "-U", "postgres"];
  run(["psql", ...asOwner, ...words, "-f", join(process.cwd(), "deploy/postgresql.sql")]);

  const replica = join(folder, "replica");
  const script = readFileSync("deploy/replica.sh", "utf8");
  run(as("sh", "-c", script, "replica.sh", "127.0.0.1", String(ports.primary), replica), {
    PGPASSWORD: passwords.sosia_replica,
  });
  start(replica, ports.replica);

  const pooler = join(folder, "pgbouncer.ini");
  writeFileSync(
    pooler,
    [
      ["port=5432", `port=${ports.primary}`],
      ["listen_port = 6432", `listen_port = ${ports.pgbouncer}`],
      ["/etc/pgbouncer/userlist.txt", join(folder, "userlist.txt")],
      ["/var/log/postgresql/pgbouncer.log", join(folder, "pgbouncer.log")],
      ["/var/run/postgresql/pgbouncer.pid", join(folder, "pgbouncer.pid")],
    ].reduce(replaceOnce, readFileSync("deploy/pgbouncer.ini", "utf8").replace(/^;.*$/gmu, "")),
  );
  writeFileSync(join(folder, "userlist.txt"), `"sosia" "${passwords.sosia}"\n`);
  const [program, ...rest] = as("pgbouncer", pooler);
  const pgbouncer = spawn(program!, rest, { stdio: "ignore" });
  ends.push(() => void pgbouncer.kill("SIGKILL"));
  const url = `postgres://sosia:${passwords.sosia}@127.0.0.1:${ports.pgbouncer}/sosia`;
  await until(() => askPostgres(url, "select 1"));
  return ports;
}

interface RunningProcess extends Process {
  stop(signal: NodeJS.Signals): Promise<void>;
}

function newProcess(
  port: number,
  data: string,
  environment: Record<string, string>,
): RunningProcess {
  const unit = readFileSync("deploy/sosia@.service", "utf8").replaceAll("%i", String(port));
  let running: ChildProcess | undefined;

  async function ask(path: string, init: RequestInit = {}, address = "192.0.2.1"): Promise<Page> {
    const headers = new Headers({ "User-Agent": agent, "X-Forwarded-For": address });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: "manual",
      ...init,
      headers,
    });
    return page(answer.status, answer.headers, await answer.text());
  }

  return {
    port,
    ask,
    async start(folder = process.cwd()) {
      const here = (text: string) =>
        text.replaceAll("/srv/sosia/current", folder).replaceAll("/srv/sosia/data", data);
      const all = (name: string) =>
        [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gmu"))].map(([, value]) => here(value!));
      const own = all("Environment").flatMap((line) => line.split(" "));
      const [program, ...words] = all("ExecStart")[0]!.split(" ");
      running = spawn(program!, words, {
        cwd: all("WorkingDirectory")[0]!,
        stdio: ["ignore", "ignore", process.env.SITE_LOG ? "inherit" : "ignore"],
        env: {
          PATH: process.env.PATH,
          ...environment,
          ...Object.fromEntries(own.map((pair) => pair.split(/=(.*)/su, 2))),
        },
      });
      await until(async () => {
        if (running?.exitCode !== null) throw new Error("A process of the site has ended");
        if ((await ask("/readyz")).status !== 200) throw new Error("The site is not ready");
      });
    },
    async stop(signal) {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, "exit");
      running.kill(signal);
      await ended;
    },
  };
}

function asker(port: number) {
  const agents = new Map<string, Agent>();
  return (path: string, { address = "127.0.0.1", headers }: Asked = {}) =>
    new Promise<Page>((resolve, reject) => {
      const known =
        agents.get(address) ?? new Agent({ keepAlive: true, rejectUnauthorized: false });
      agents.set(address, known);
      const asked = request(
        {
          agent: known,
          host: "127.0.0.1",
          port,
          localAddress: address,
          path,
          headers: { Host: new URL(origin).host, "User-Agent": agent, ...headers },
        },
        (answer) => {
          const got = new Headers();
          for (const [name, values = []] of Object.entries(answer.headersDistinct))
            for (const value of values) got.append(name, value);
          buffer(answer).then(
            (bytes) => resolve(page(answer.statusCode!, got, bytes.toString())),
            reject,
          );
        },
      );
      asked.once("error", reject);
      asked.end();
    });
}

function page(status: number, headers: Headers, html: string): Page {
  return {
    status,
    headers,
    html,
    get dom() {
      return parse(html);
    },
  };
}

/** Retries for up to two minutes. @throws the last error */
async function until(work: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(50);
  }
}
