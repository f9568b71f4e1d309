import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { connect, openDatabase } from "#db/open/open.ts";
import { foldNewViews } from "./new-views.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { freshSqlite } from "../../../tests/support/sqlite-databases.ts";
import { createViewLog, type ViewLog } from "./view-log.ts";

const minute = 60_000;
let db: Db;
let perfumeId: number;
let log: ViewLog;
let clock: Date;
/** ms since the process started */
let elapsed: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockReturnValue();
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  clock = new Date("2026-01-31T23:50:00.000Z");
  elapsed = 1;
  log = createViewLog(db, "all", 2000, () => clock, { now: () => elapsed });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function later(ms: number) {
  clock = new Date(clock.getTime() + ms);
  elapsed += ms;
}

const look = (client: string, userId: string | null = null, more = {}) =>
  log.record({ perfumeId, userId, client, network: null, searched: false, ...more });

const rows = () =>
  db
    .selectFrom("perfume_searches")
    .select(["perfume_id", "user_id", "created_at"])
    .orderBy("id")
    .execute();

const months = () => db.selectFrom("perfume_month_views").selectAll().orderBy("month").execute();

/** Includes new views that housekeeping has not added yet. */
const vistas = async () => {
  await foldNewViews(db);
  return (await db.selectFrom("perfumes").select("vistas").executeTakeFirstOrThrow()).vistas;
};

/** Makes every write of views fail until called with false. */
const breakLog = (broken: boolean) =>
  sql
    .raw(
      broken
        ? "create trigger broken before insert on perfume_searches begin select raise(abort, 'disk full'); end"
        : "drop trigger broken",
    )
    .execute(db);

test("views are written together, some time after the first, each with its own time", async () => {
  look("one");
  await vi.advanceTimersByTimeAsync(1500);
  later(1500);
  look("two", await addAccount(db, "ana"));
  expect(await rows()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(await rows()).toEqual([
    { perfume_id: perfumeId, user_id: null, created_at: "2026-01-31T23:50:00.000Z" },
    { perfume_id: perfumeId, user_id: "ana", created_at: "2026-01-31T23:50:01.500Z" },
  ]);
  expect(await vistas()).toBe(2);
});

test("a view after a batch starts another batch", async () => {
  look("one");
  await vi.advanceTimersByTimeAsync(2000);
  look("two");
  await vi.advanceTimersByTimeAsync(1999);
  expect(await rows()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rows()).toHaveLength(2);
});

test("a reload counts again only after 30 minutes", async () => {
  look("one");
  later(29 * minute);
  look("one");
  await log.flush();
  expect(await rows()).toHaveLength(1);
  later(minute + 1);
  look("one");
  await log.flush();
  expect(await rows()).toHaveLength(2);
});

test("a network counts five times a day for a bottle, whoever is signed in (RULES.md 3.1)", async () => {
  for (let n = 0; n < 4; n++) await addAccount(db, `person${n}`);
  const office = { network: "2001:db8:1::/48" };
  for (let n = 0; n < 4; n++) look("client", `person${n}`, office);
  for (let n = 0; n < 180; n++) look(`client ${n}`, null, office);
  later(23 * 60 * minute);
  look("client 1", null, office);
  await log.flush();
  expect(await rows()).toHaveLength(5);
  look("client 1", null, { ...office, perfumeId: await addPerfume(db, "Dior", "Sauvage") });
  look("elsewhere", null, { network: "192.0.2.0/24" });
  later(60 * minute + 1);
  look("client 2", null, office);
  await log.flush();
  expect(await rows()).toHaveLength(8);
});

test("the day of a network begins with its first view, however many follow", async () => {
  for (let n = 0; n < 5; n++) {
    look(`${n}`, null, { network: "office" });
    later(4 * 60 * minute);
  }
  later(4 * 60 * minute + 1);
  for (let n = 0; n < 9; n++) look(`again ${n}`, null, { network: "office" });
  await log.flush();
  expect(await rows()).toHaveLength(10);
});

test("on the machine itself everybody counts", async () => {
  for (let n = 0; n < 25; n++) look(`process ${n}`);
  await log.flush();
  expect(await rows()).toHaveLength(25);
});

test("a person counts once, even from several networks", async () => {
  const ana = await addAccount(db, "ana");
  look("192.0.2.1", ana);
  look("192.0.2.2", ana);
  look("192.0.2.2");
  await log.flush();
  expect((await rows()).map((row) => row.user_id)).toEqual(["ana", null]);
});

test("after the clock was set back a day, a view counts again after 30 minutes, not after a day", async () => {
  look("one");
  clock = new Date(clock.getTime() - 24 * 60 * minute);
  later(30 * minute + 1);
  look("one");
  await log.flush();
  expect(await rows()).toHaveLength(2);
});

test("a perfume removed meanwhile is skipped, and the rest of the batch is written", async () => {
  const gone = await addPerfume(db, "Dior", "Sauvage");
  look("one", null, { perfumeId: gone });
  look("one");
  await db.deleteFrom("perfumes").where("id", "=", gone).execute();
  await log.flush();
  expect(await rows()).toMatchObject([{ perfume_id: perfumeId }]);
  expect(await months()).toMatchObject([{ perfume_id: perfumeId, views: 1 }]);
});

test("the view of a person deleted meanwhile counts without them", async () => {
  look("one", await addAccount(db, "ana"));
  await db.deleteFrom("usuarios").execute();
  await log.flush();
  expect(await rows()).toMatchObject([{ user_id: null }]);
  expect(console.error).not.toHaveBeenCalled();
});

test("a failed batch is logged, writes nothing, and is retried", async () => {
  await breakLog(true);
  look("one");
  await expect(log.flush()).resolves.toBeUndefined();
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    "The view log could not be written:",
    expect.objectContaining({ message: expect.stringContaining("disk full") }),
  );
  expect([await vistas(), await months()]).toEqual([0, []]);
  await breakLog(false);
  await vi.advanceTimersByTimeAsync(1999);
  expect(await rows()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rows()).toMatchObject([{ created_at: clock.toISOString() }]);
  expect(await vistas()).toBe(1);
});

test("a persistent failure is logged once, and again when it recurs", async () => {
  await breakLog(true);
  look("one");
  for (let n = 0; n < 5; n++) await log.flush();
  expect(console.error).toHaveBeenCalledOnce();
  await breakLog(false);
  await log.flush();
  await breakLog(true);
  look("two");
  await log.flush();
  expect(console.error).toHaveBeenCalledTimes(2);
});

test("while nothing can be written, the first views are kept, up to a limit", async () => {
  await breakLog(true);
  for (let n = 0; n < 10_005; n++) look(`visitor ${n}`);
  await log.flush();
  look("one too many");
  await breakLog(false);
  await log.flush();
  expect(await rows()).toHaveLength(10_000);
  look("one too many");
  await log.flush();
  expect(await rows()).toHaveLength(10_001);
});

test("a flush waits for one in progress, so that nothing is lost when the server stops", async () => {
  const url = await freshSqlite();
  const first = connect(url);
  const id = await addPerfume(first, "Creed", "Aventus");
  log = createViewLog(first, "all");
  for (let n = 0; n < 20; n++) look(`${n}`, null, { perfumeId: id });
  void log.flush();
  await log.flush();
  await first.destroy();
  db = connect(url);
  expect(await rows()).toHaveLength(20);
  await db.destroy();
});

test("on shutdown views are written once more, and dropped if that fails", async () => {
  await sql`pragma query_only = 1`.execute(db);
  look("one");
  await log.close();
  expect(console.error).toHaveBeenCalledOnce();
  await sql`pragma query_only = 0`.execute(db);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await rows(), vi.getTimerCount()]).toEqual([[], 0]);
});

const days = () => db.selectFrom("day_views").selectAll().orderBy("day").execute();

test("views are summed by day and month in UTC, by day with how many came through a search", async () => {
  look("one", null, { searched: true });
  look("two");
  later(10 * minute);
  look("three", null, { searched: true });
  await log.flush();
  look("four");
  await log.flush();
  expect(await months()).toEqual([
    { month: "2026-01", perfume_id: perfumeId, views: 2 },
    { month: "2026-02", perfume_id: perfumeId, views: 2 },
  ]);
  expect(await days()).toEqual([
    { day: "2026-01-31", views: 2, searched: 1 },
    { day: "2026-02-01", views: 2, searched: 1 },
  ]);
});

test("a view counts as coming through a search for ten minutes after the search showed the bottle", async () => {
  const other = await addPerfume(db, "Dior", "Sauvage");
  log.found("one", [other]);
  log.found("one", [perfumeId]);
  look("one");
  look("one", null, { perfumeId: other });
  look("two");
  await log.flush();
  expect(await days()).toEqual([{ day: "2026-01-31", views: 3, searched: 2 }]);
  later(35 * minute);
  log.found("two", [perfumeId]);
  later(10 * minute + 1);
  look("two");
  await log.flush();
  expect((await days())[1]).toEqual({ day: "2026-02-01", views: 1, searched: 0 });
});

test("searched views stay unknown on the day counting them began", async () => {
  await db
    .insertInto("day_views")
    .values({ day: "2026-01-31", views: 5, searched: null })
    .execute();
  look("one", null, { searched: true });
  await log.flush();
  expect(await days()).toEqual([{ day: "2026-01-31", views: 6, searched: null }]);
});

test("with rows only for signed-in people, everybody's views still count", async () => {
  const ana = await addAccount(db, "ana");
  await addAccount(db, "leo");
  log = createViewLog(db, "signed-in", 2000, () => clock, { now: () => elapsed });
  look("one");
  look("two", ana);
  look("three", "leo");
  await db.deleteFrom("usuarios").where("id", "=", "leo").execute();
  await log.flush();
  expect(await rows()).toEqual([
    { perfume_id: perfumeId, user_id: "ana", created_at: clock.toISOString() },
  ]);
  expect(await months()).toEqual([{ month: "2026-01", perfume_id: perfumeId, views: 3 }]);
  expect(await days()).toEqual([{ day: "2026-01-31", views: 3, searched: 0 }]);
  expect(await vistas()).toBe(3);
});

test("many views are written in a few statements, in bottle order", async () => {
  let statements = 0;
  ({ db } = openDatabase(await freshSqlite(), { onStatement: () => void statements++ }));
  const ids: number[] = [];
  for (let n = 0; n < 100; n++) ids.push(await addPerfume(db, "Creed", `Bottle ${n}`));
  log = createViewLog(db, "all", 2000, () => clock, { now: () => elapsed });
  for (let n = 0; n < 250; n++) look(`client ${n}`, null, { perfumeId: ids[99 - (n % 100)] });
  statements = 0;
  await log.flush();
  expect(statements).toBeLessThan(25);
  const written = (await rows()).map((row) => row.perfume_id);
  expect(written).toEqual(written.toSorted((a, b) => a - b));
  expect((await months()).toSorted((a, b) => a.perfume_id - b.perfume_id)).toEqual(
    ids.map((perfume_id, n) => ({ month: "2026-01", perfume_id, views: n < 50 ? 2 : 3 })),
  );
  await db.destroy();
});

test("writing many views does not block the process", async () => {
  const turns: number[] = [];
  for (let n = 0; n < 2000; n++) look(`client ${n}`);
  const tick = setInterval(async () => turns.push((await rows()).length), 0);
  await log.flush();
  clearInterval(tick);
  expect(turns.filter((count) => count > 0 && count < 2000).length).toBeGreaterThan(1);
});
