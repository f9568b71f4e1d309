import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { addPerfume, freshDatabase, freshFile } from "../../tests/support/database.ts";
import { type StandIn, startIndexNow } from "../../tests/support/stand-in-index-now.ts";
import { createIndexNowWorker } from "./index-now-worker.ts";
import { recordChanges } from "./changes.ts";

const key = "The-Secret-Key";
const origin = "https://sosia.example";
let engines: StandIn;
let db: Db;

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(console, "error").mockReturnValue();
  engines = await startIndexNow();
  db = await freshDatabase();
  await recordChanges(db, true);
});

afterEach(() => engines.close());

const announcer = (on = db, url = engines.url) =>
  createIndexNowWorker(on, { url, key, origin }, ({ id }) => `/perfume/p-${id}`);
const soon = () => new Date(Date.now() + 1000);
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const left = (db: Db) => db.selectFrom("changed_perfumes").selectAll().execute();

/** Inserts many perfumes in one statement. */
async function addPerfumes(db: Db, count: number) {
  const at = new Date().toISOString();
  for (let n = 0; n < count; n += 500)
    await db
      .insertInto("perfumes")
      .values(
        Array.from({ length: Math.min(500, count - n) }, (_, i) => ({
          marca: "Creed",
          nombre: `P${n + i}`,
          marca_clave: "creed",
          nombre_clave: `p${n + i}`,
          marca_slug: "creed",
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
}

test("a perfume is announced once, in six languages", async () => {
  const id = await addPerfume(db, "Creed", "Aventus");
  const one = announcer();
  expect(await one.sendDue(soon())).toBe(1);
  expect(await one.sendDue(after(soon(), 9999))).toBe(0);
  expect(engines.heard).toEqual([
    {
      host: "sosia.example",
      key,
      keyLocation: `${origin}/${key}.txt`,
      urlList: ["es", "en", "fr", "de", "it", "pt"].map(
        (code) => `${origin}/${code}/perfume/p-${id}`,
      ),
      headers: expect.objectContaining({ "content-type": "application/json; charset=utf-8" }),
    },
  ]);
  expect(await left(db)).toEqual([]);
});

test("many perfumes are sent in batches of at most 10,000 addresses, each address once", async () => {
  await addPerfumes(db, 2000);
  expect(await announcer().sendDue(soon())).toBe(2);
  const told = engines.heard.map(({ urlList }) => urlList.length);
  expect(told).toEqual([9996, 2004]);
  expect(new Set(engines.heard.flatMap(({ urlList }) => urlList)).size).toBe(12_000);
});

test.each([429, 500, 503])("after status %i it is retried a minute later", async (status) => {
  engines.answers = { status };
  await addPerfumes(db, 2000);
  const one = announcer();
  const now = soon();
  expect(await one.sendDue(now)).toBe(0);
  expect(await one.sendDue(after(now, 0.999))).toBe(0);
  // Once the first batch is refused, the second is not sent.
  expect(engines.heard).toHaveLength(1);
  const failed = { attempts: 1, last_error: `HTTP ${status}` };
  expect(await left(db)).toContainEqual(expect.objectContaining(failed));
  engines.answers = { status: 202 };
  expect(await one.sendDue(after(now, 1))).toBe(2);
  expect(await left(db)).toEqual([]);
});

test("Retry-After is respected in seconds or as a date, up to a day", async () => {
  const one = announcer();
  let now = soon();
  const dated = (minutes: number) => after(now, minutes).toUTCString();
  for (const [retryAfter, minutes] of [
    [() => "7200", 120],
    [() => dated(600), 600],
    [() => "99999999", 24 * 60],
    [() => "soon", 60],
  ] as const) {
    await addPerfume(db, "Creed", `${minutes}`);
    engines.answers = { status: 429, headers: { "Retry-After": retryAfter() } };
    const asked = engines.heard.length;
    await one.sendDue(now);
    await one.sendDue(after(now, minutes - 0.1));
    expect(engines.heard).toHaveLength(asked + 1);
    now = after(now, minutes);
  }
  engines.answers = { status: 200 };
  expect(await one.sendDue(now)).toBe(1);
});

test.each([400, 403, 422])(
  "after status %i it is not retried, and logged once without the key",
  async (status) => {
    engines.answers = { status };
    await addPerfume(db, "Creed", "Aventus");
    const one = announcer();
    const now = soon();
    for (const minutes of [0, 1, 9999]) expect(await one.sendDue(after(now, minutes))).toBe(0);
    expect(engines.heard).toHaveLength(1);
    expect(await left(db)).toMatchObject([
      {
        dead_at: now.toISOString(),
        next_attempt_at: null,
        lease: null,
        last_error: `HTTP ${status}`,
      },
    ]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      `IndexNow: the batch of 1 perfume(s) was not sent; no further attempts: HTTP ${status}`,
    );
  },
);

test("a refused connection is retried", async () => {
  await engines.close();
  await addPerfume(db, "Creed", "Aventus");
  const now = soon();
  expect(await announcer().sendDue(now)).toBe(0);
  expect(await left(db)).toMatchObject([
    { next_attempt_at: after(now, 1).toISOString(), last_error: "ECONNREFUSED" },
  ]);
});

test("a request times out after ten seconds", async () => {
  const limit = vi
    .spyOn(AbortSignal, "timeout")
    .mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
  await addPerfume(db, "Creed", "Aventus");
  expect(await announcer().sendDue(soon())).toBe(0);
  expect(limit).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(await left(db)).toMatchObject([{ attempts: 1, last_error: "TimeoutError" }]);
});

test("a redirect is not followed, because only one address may get the key", async () => {
  engines.answers = { status: 307, headers: { Location: engines.url } };
  await addPerfume(db, "Creed", "Aventus");
  await announcer().sendDue(soon());
  expect(engines.heard).toHaveLength(1);
  expect(await left(db)).toMatchObject([{ last_error: "HTTP 307", next_attempt_at: null }]);
});

test("two announcers on one database announce everything exactly once", async () => {
  const { url, db: one } = await freshFile();
  const two = connect(url);
  await recordChanges(one, true);
  await addPerfumes(one, 4000);
  const now = soon();
  // A worker that finds the other one busy returns; the loop calls it again.
  const both = [announcer(one), announcer(two)];
  while ((await left(one)).length > 0) await Promise.all(both.map((each) => each.sendDue(now)));
  const told = engines.heard.flatMap(({ urlList }) => urlList);
  expect([told.length, new Set(told).size]).toEqual([24_000, 24_000]);
  await Promise.all([one.destroy(), two.destroy()]);
});
