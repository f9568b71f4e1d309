import type { StdioOptions } from "node:child_process";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { expect, test } from "vitest";
import { addPerfume } from "../support/database.ts";
import { userAgent } from "../support/site.ts";
import { startFresh, stopped } from "./fresh-server.ts";

/** Preloaded into the server process; raises uncaught errors. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.request.start", ({ request }) => {
    if (request.url === "/es?throw") setImmediate(() => { throw new Error("thrown in a callback"); });
    if (request.url === "/es?reject") Promise.reject(new Error("rejected for nobody"));
  });
`)}`;

const start = (stdio: StdioOptions = ["ignore", "ignore", "pipe"]) =>
  startFresh({ NODE_OPTIONS: `--import=${preload}` }, stdio);

/** The JSON lines of this kind in a log. */
const errorsIn = (log: string, event: string) =>
  log
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => (JSON.parse(line) as { error: string }).error);

test("an uncaught error writes buffered views, logs one line and ends the process with 1", async () => {
  const { db, origin, process } = await start();
  const id = await addPerfume(db, "Creed", "Aventus");
  const log = text(process.stderr!);
  const view = { headers: { "User-Agent": userAgent } };
  expect((await fetch(`${origin}/es/perfume/creed-aventus-${id}`, view)).status).toBe(200);
  const ended = once(process, "exit");
  await fetch(`${origin}/es?throw`).catch(() => {});
  expect(await ended).toEqual([1, null]);
  const views = await db.selectFrom("perfume_searches").select("perfume_id").execute();
  expect(views).toEqual([{ perfume_id: id }]);
  expect(errorsIn(await log, "uncaughtException")).toEqual([
    expect.stringContaining("thrown in a callback"),
  ]);
});

test("an unhandled rejection is one log line, and the process continues", async () => {
  const { origin, process } = await start();
  const log = text(process.stderr!);
  expect((await fetch(`${origin}/es?reject`)).status).toBe(200);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(await stopped(process)).toEqual([0, null]);
  expect(errorsIn(await log, "unhandledRejection")).toEqual([
    expect.stringContaining("rejected for nobody"),
  ]);
});

test("a site with a broken log pipe keeps serving, drops log lines, and stops in time", async () => {
  const { origin, process } = await start(["ignore", "pipe", "pipe"]);
  process.stdout!.destroy();
  process.stderr!.destroy();
  for (const path of ["/es", "/es?reject", "/healthz", "/es/about"])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
  expect(await stopped(process)).toEqual([0, null]);
});
