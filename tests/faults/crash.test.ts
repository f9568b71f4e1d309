import type { StdioOptions } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { addPerfume, freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret, userAgent } from "../support/site.ts";

/** Preloaded into the server process; raises uncaught errors. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.request.start", ({ request }) => {
    if (request.url === "/es?throw") setImmediate(() => { throw new Error("thrown in a callback"); });
    if (request.url === "/es?reject") Promise.reject(new Error("rejected for nobody"));
  });
`)}`;

async function start(stdio: StdioOptions = ["ignore", "ignore", "pipe"]) {
  const { url, db } = await freshFile();
  onTestFinished(() => db.destroy());
  const id = await addPerfume(db, "Creed", "Aventus");
  const { origin, process } = await startServer(
    { DATABASE_URL: url, SESSION_SECRET: testSecret, NODE_OPTIONS: `--import=${preload}` },
    stdio,
  );
  onTestFinished(() => void process.kill("SIGKILL"));
  return { db, id, origin, process };
}

/** The JSON lines of this kind in a log. */
const errorsIn = (log: string, event: string) =>
  log
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => (JSON.parse(line) as { error: string }).error);

test("an uncaught error writes buffered views, logs one line and ends the process with 1", async () => {
  const { db, id, origin, process } = await start();
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
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
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
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
