import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HTMLElement, parse } from "node-html-parser";
import type { Db } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { Announcer } from "../../app/index-now/worker.ts";
import type { Sender } from "../../app/mail/worker.ts";
import { createVisitor, type TestVisitor } from "./visitor.ts";

/** A browser's own words, so that the view log takes the tests for a person. */
export const browser =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** the page's elements; text of inline scripts and styles included */
  dom: HTMLElement;
}

export interface Site {
  origin: string;
  db: Db;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Page>;
  request(path: string, init?: RequestInit, address?: string): Promise<Page>;
  /** A browser that keeps its cookies, at an address of its own, so that nobody uses up the limits of another. */
  visitor(address?: string): TestVisitor;
  /** the answer as it goes over the wire */
  bytes(path: string, headers: Record<string, string>): Promise<{ headers: Headers; body: Buffer }>;
  flushViews(): Promise<void>;
  /** who sends the emails; not started: nothing is sent before a test says so */
  sender: Sender;
  /** who tells search engines what changed, if they are told; not started either */
  announcer: Announcer | null;
  forgetPage(path: string): void;
}

/**
 * The built server on a fresh database, reached by Requests and not over a network. One site per test file: the
 * configuration is read when the build is loaded.
 */
export async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const build = new URL("../../build/server/index.js", import.meta.url).href;
  if (!existsSync(new URL(build)))
    throw new Error("The page tests run on what is built: npm run build");
  const origin = environment.APP_ORIGIN ?? "http://sosia.test";
  const folder = mkdtempSync(join(tmpdir(), "sosia-"));
  Object.assign(
    process.env,
    {
      NODE_ENV: "production",
      APP_ORIGIN: origin,
      DATABASE_URL: `file:${join(folder, "perfumes.db")}`,
      MAIL_DIR: join(folder, "outbox"),
      UPLOADS_DIR: join(folder, "uploads"),
      SESSION_SECRET: "a secret of the tests that is long enough",
    },
    environment,
  );
  const server = await import(/* @vite-ignore */ build);
  const { announcer, createFetch, db, flushViews, forgetPage, sender } = server.entry.module;
  await migrate(db);
  const fetch = createFetch(server);

  // Behind TLS the server is asked by http.
  const asked = origin.replace(/^https:/u, "http:");

  async function send(path: string, init: RequestInit, address = "192.0.2.1"): Promise<Response> {
    const headers = new Headers({ "User-Agent": browser });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(new Request(asked + path, { ...init, headers }), { address });
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

  let visitors = 0;

  return {
    origin,
    db,
    request,
    sender,
    announcer,
    visitor: (address = `10.0.${visitors >> 8}.${visitors++ & 255}`) =>
      createVisitor(origin, (path, init) => request(path, init, address)),
    async bytes(path, headers) {
      const response = await send(path, { headers });
      return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
    },
    flushViews,
    forgetPage,
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
  };
}
