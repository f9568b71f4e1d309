import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type HTMLElement, parse } from "node-html-parser";
import { type Config, readConfig } from "../../app/config.ts";
import type { Site } from "../../app/site/site.ts";
import { freshPostgres, onPostgres } from "./postgres-databases.ts";
import { freshSqlite } from "./sqlite-databases.ts";
import { createBrowser, type TestBrowser } from "./browser.ts";
import { quickPasswords } from "./quick-passwords.ts";

export const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  dom: HTMLElement;
}

/** A site for tests: the real one, with short ways to request it. Its background jobs are not started. */
export interface TestSite extends Pick<
  Site,
  | "db"
  | "services"
  | "indexNowWorker"
  | "flushViews"
  | "flushSearchMisses"
  | "writeWeeklyEmails"
  | "writeDeskDigest"
  | "start"
> {
  config: Config;
  origin: string;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Page>;
  request(path: string, init?: RequestInit, address?: string): Promise<Page>;
  /** A browser that keeps its cookies, in a separate network, so that tests do not share limits. */
  newBrowser(address?: string): TestBrowser;
  /** the response as sent over the network */
  bytes(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Buffer }>;
  close(): Promise<void>;
}

export const testSecret = "a secret of the tests that is long enough";

const build = new URL("../../build/server/index.js", import.meta.url).href;

/**
 * The built routes on a fresh database, in this process, called with Requests rather than over a network. Several sites
 * can exist side by side.
 * @param environment overrides of the tests' configuration
 */
export async function openSite(environment: Record<string, string> = {}): Promise<TestSite> {
  if (!existsSync(new URL(build))) throw new Error("Page tests need a build: npm run build");
  process.env.NODE_ENV = "production";
  const folder = mkdtempSync(join(tmpdir(), "sosia-"));
  const config = readConfig({
    APP_ORIGIN: "http://sosia.test",
    DATABASE_URL: await (onPostgres ? freshPostgres() : freshSqlite(folder)),
    MAIL_DIR: join(folder, "outbox"),
    UPLOADS_DIR: join(folder, "uploads"),
    DUMPS_DIR: join(folder, "dumps"),
    SESSION_SECRET: testSecret,
    ...environment,
  });
  const server = await import(/* @vite-ignore */ build);
  const site: Site = server.entry.module.createSite(config, server);
  Object.assign(site.services.passwords, quickPasswords);
  // Kysely opens a database with its first query, and does not close one that it never opened.
  await sql`select 1`.execute(site.db);
  const { origin } = config;

  // Behind TLS the server gets requests by http.
  const asked = origin.replace(/^https:/u, "http:");

  async function send(path: string, init: RequestInit, address = "192.0.2.1"): Promise<Response> {
    const headers = new Headers({ "User-Agent": userAgent });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return site.fetch(new Request(asked + path, { ...init, headers }), { address });
  }

  async function request(path: string, init: RequestInit = {}, address?: string): Promise<Page> {
    const response = await send(path, init, address);
    const html = await response.text();
    let dom: HTMLElement | undefined;
    return {
      status: response.status,
      headers: response.headers,
      html,
      get dom() {
        return (dom ??= parse(html));
      },
    };
  }

  let browsers = 0;

  return {
    config,
    origin,
    db: site.db,
    services: site.services,
    indexNowWorker: site.indexNowWorker,
    flushViews: site.flushViews,
    flushSearchMisses: site.flushSearchMisses,
    writeWeeklyEmails: (now) => site.writeWeeklyEmails(now),
    writeDeskDigest: (now) => site.writeDeskDigest(now),
    start: () => site.start(),
    request,
    newBrowser: (address = `10.${browsers >> 8}.${browsers++ & 255}.1`) =>
      createBrowser(origin, (path, init) => request(path, init, address)),
    async bytes(path, headers) {
      const response = await send(path, { headers });
      const body = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, body };
    },
    get: (path, headers = {}) => request(path, { headers }),
    post(path, fields, headers = {}) {
      const body = new URLSearchParams(fields).toString();
      const own = {
        Origin: origin,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(Buffer.byteLength(body)),
      };
      return request(path, { method: "POST", body, headers: { ...own, ...headers } });
    },
    close: () => site.close(),
  };
}
