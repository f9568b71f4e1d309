// Sites in separate processes on a separate PostgreSQL, for fault tests.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Db } from "#db/database.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open/open.ts";
import { askPostgres, postgresPrograms, startPostgres, type TestPostgres } from "./postgres.ts";
import { startServer } from "./server-process.ts";
import { testSecret } from "./site.ts";

/** Without PostgreSQL its faults are not tested, and the log says so. */
export const hasPostgres = postgresPrograms() !== null;
if (!hasPostgres) console.warn("PostgreSQL is not installed: its faults are not tested.");

/** Creates the migrated template of the tests' databases. */
export async function prepare(server: TestPostgres): Promise<void> {
  await askPostgres(server.urlOf("postgres"), "create database template_of_faults");
  const template = openDatabase(server.urlOf("template_of_faults"));
  await migrate(template.db);
  await template.close();
}

/** A PostgreSQL for all tests of a block. @returns a function that returns it once the tests run */
export function ownPostgres(more?: Record<string, string>): () => TestPostgres {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    server = startPostgres(more);
    await prepare(server);
  });
  afterAll(() => server?.stop());
  return () => server!;
}

let made = 0;

/** @returns a migrated database for this test, and a connection that is closed after it */
export async function freshOn(server: TestPostgres): Promise<{ url: string; db: Db }> {
  const name = `fault_${++made}`;
  await askPostgres(
    server.urlOf("postgres"),
    `create database ${name} template template_of_faults strategy file_copy`,
  );
  const { db } = openDatabase(server.urlOf(name));
  onTestFinished(() => db.destroy());
  return { url: server.urlOf(name), db };
}

export interface RunningSite {
  origin: string;
  process: ChildProcess;
  /** everything that it has logged, once it has ended */
  log: Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  stop(): Promise<number | null>;
}

export interface Answer {
  /** 0 if the connection was cut */
  status: number;
  retryAfter: string | null;
  page: string;
  time: number;
}

/** A site behind one proxy, so that each request can come from a different visitor. It stops with the test. */
export async function startSite(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<RunningSite> {
  const folder = mkdtempSync(join(tmpdir(), "sosia-fault-"));
  const { origin, process } = await startServer(
    {
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: testSecret,
      TRUSTED_PROXY_HOPS: "1",
      MAIL_DIR: join(folder, "outbox"),
      UPLOADS_DIR: join(folder, "uploads"),
      ...environment,
    },
    ["ignore", "pipe", "pipe"],
  );
  onTestFinished(() => void process.kill("SIGKILL"));
  const log = Promise.all([text(process.stdout!), text(process.stderr!)]).then((said) =>
    said.join("\n"),
  );
  return {
    origin,
    process,
    log,
    get: (path, headers = {}) => ask(origin + path, { headers: { ...newVisitor(), ...headers } }),
    post: (path, fields, headers = {}) =>
      ask(origin + path, {
        method: "POST",
        headers: { Origin: origin, ...newVisitor(), ...headers },
        body: new URLSearchParams(fields),
      }),
    async stop() {
      const ended = once(process, "exit");
      process.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}

let visitors = 0;

/** Headers of a separate network, so that tests do not share limits. */
function newVisitor(): Record<string, string> {
  const n = ++visitors;
  return { "X-Forwarded-For": `${11 + (n >> 14)}.${(n >> 7) & 127}.${n & 127}.1` };
}

async function ask(address: string, init: RequestInit): Promise<Answer> {
  const began = performance.now();
  try {
    const answer = await fetch(address, { redirect: "manual", ...init });
    const page = await answer.text();
    const retryAfter = answer.headers.get("Retry-After");
    return { status: answer.status, retryAfter, page, time: performance.now() - began };
  } catch {
    return { status: 0, retryAfter: null, page: "", time: performance.now() - began };
  }
}
