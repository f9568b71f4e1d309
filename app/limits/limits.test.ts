import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { freshDatabase, freshFile } from "../../tests/support/database.ts";
import { clientKey, keyed, networksOf } from "./client-key.ts";
import { type Limit, limits as table } from "./limit-table.ts";
import { createLimits, deleteOldLimits, type Count, type Limits } from "./limits.ts";

const secret = "a secret of the tests, of 32 characters or more";
/** Limits of reading are counted in memory: read-limits.test.ts. */
const stored = (Object.keys(table) as Limit[]).filter((limit) => !limit.startsWith("readsOf"));
let db: Db;
let limits: Limits;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T23:59:30.000Z") });
  db = await freshDatabase();
  limits = createLimits(db, secret);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + 1000 * seconds);

const rows = () => db.selectFrom("rate_limits").selectAll().execute();

/** Takes until refused; the middle of a large limit is counted at once. @returns how many passed */
async function exhaust(limit: Limit, key: string): Promise<number> {
  const middle = Math.max(0, table[limit].points - 10);
  for (let passed = 0; passed <= 2000; passed++) {
    if ((await limits.take([[limit, key]])) !== null) return passed;
    if (passed !== 1 || middle === 0) continue;
    await db
      .updateTable("rate_limits")
      .set((row) => ({ points: row("points", "+", middle) }))
      .where("key", "=", `${limit}:${keyed(secret, limit, key)}`)
      .execute();
    passed += middle;
  }
  throw new Error(`${limit} lets everything pass`);
}

test.each(stored)(
  "%s allows its points, refuses until the window ends, and then starts over",
  async (limit) => {
    const { points, duration } = table[limit];
    expect(await exhaust(limit, "ana")).toBe(points);
    expect(await limits.take([[limit, "ana"]])).toBe(duration);
    later(duration - 0.001);
    expect(await limits.take([[limit, "ana"]])).toBe(1);
    later(0.001);
    expect(await exhaust(limit, "ana")).toBe(points);
  },
);

test("the limits are as wide as promised (RULES.md 5.4, 8.4, 12.9)", () => {
  const [hour, day] = [60 * 60, 24 * 60 * 60];
  expect(table).toMatchObject({
    reports: { points: 20, duration: day },
    messagesEmailed: { points: 250, duration: hour },
    mistakes: { points: 60, duration: hour },
    emailsToMailbox: { points: 5, duration: day },
    resetsOfPlace: { points: 5, duration: day },
    firstMessagesOfNetwork: { points: 3, duration: hour },
    firstEmailsOfNetwork: { points: 3, duration: hour },
    emailsOfSite: { points: 1000, duration: hour },
    pricesOfUser: { points: 10, duration: day },
    pricesOfClient: { points: 3, duration: day },
  });
  for (const of of ["emails", "messages", "suggestions", "drafts", "prices"] as const)
    expect([table[`${of}OfNetwork`], table[`${of}OfWideNetwork`]]).toEqual([
      { points: 50, duration: hour },
      { points: 60, duration: hour },
    ]);
  for (const of of ["messages", "emails"] as const)
    expect(table[`${of}OfSite`].points - table[`${of}OfBusyNetworks`].points).toBe(
      table[`${of}OfSite`].points / 5,
    );
});

test("refused attempts do not extend the wait, and after Retry-After an attempt is allowed", async () => {
  await exhaust("failedSignInsOfAccount", "ana");
  later(100.5);
  expect(await limits.take([["failedSignInsOfAccount", "ana"]])).toBe(80);
  later(80);
  expect(await limits.take([["failedSignInsOfAccount", "ana"]])).toBeNull();
});

test("a burst does not exceed the limit", async () => {
  const burst = await Promise.all(
    Array.from({ length: 50 }, () => limits.take([["failedSignInsOfAccount", "ana"]])),
  );
  expect(burst.filter((wait) => wait === null)).toHaveLength(10);
  expect(new Set(burst)).toEqual(new Set([null, 180]));
});

test("a burst through two processes does not exceed the limit", async () => {
  const { url, db: one } = await freshFile();
  const connections = [one, connect(url)];
  const both = connections.map((one) => createLimits(one, secret));
  const burst = await Promise.all(
    Array.from({ length: 50 }, (_, n) => both[n % 2]!.take([["signUps", "ana"]])),
  );
  expect(burst.filter((wait) => wait === null)).toHaveLength(5);
  await Promise.all(connections.map((one) => one.destroy()));
});

test("a restart keeps the counts", async () => {
  await exhaust("signUps", "192.0.2.1");
  limits = createLimits(db, secret);
  expect(await limits.take([["signUps", "192.0.2.1"]])).toBe(3600);
});

test("every limit and key has its own count", async () => {
  await exhaust("resets", "ana");
  expect(await limits.take([["resends", "ana"]])).toBeNull();
  expect(await limits.take([["resets", "bea"]])).toBeNull();
});

test("peeking does not count", async () => {
  for (let n = 0; n < 50; n++) await limits.peek([["resets", "ana"]]);
  expect(await rows()).toEqual([]);
  for (let n = 0; n < 4; n++) await limits.take([["resets", "ana"]]);
  expect(await limits.peek([["resets", "ana"]])).toBeNull();
  await limits.take([["resets", "ana"]]);
  expect(await limits.peek([["resets", "ana"]])).toBe(3600);
  later(3600);
  expect(await limits.peek([["resets", "ana"]])).toBeNull();
});

test("a refused client costs no write", async () => {
  await exhaust("resets", "ana");
  const before = await rows();
  await exhaust("resets", "ana");
  expect(before).toMatchObject([{ points: 5 }]);
  expect(await rows()).toEqual(before);
});

test("a count given back can be used again, by that key only", async () => {
  for (const key of ["ana", "bea"]) await exhaust("failedSignInsOfAccount", key);
  await limits.giveBack([["failedSignInsOfAccount", "ana"]]);
  expect(await exhaust("failedSignInsOfAccount", "ana")).toBe(1);
  expect(await exhaust("failedSignInsOfAccount", "bea")).toBe(0);
});

test("an action with several limits counts towards all of them or none", async () => {
  await exhaust("signUps", "192.0.2.1");
  const both: Count[] = [
    ["signUps", "192.0.2.1"],
    ["emailsOfSite", ""],
  ];
  for (let n = 0; n < 50; n++) expect(await limits.take(both)).not.toBeNull();
  expect((await rows()).map(({ key }) => key.split(":")[0])).toEqual(["signUps"]);
  const another: Count[] = [
    ["signUps", "192.0.2.2"],
    ["emailsOfSite", ""],
  ];
  for (let n = 0; n < 2; n++) expect(await limits.take(another)).toBeNull();
  await limits.giveBack(another);
  expect((await rows()).map(({ points }) => points).toSorted()).toEqual([1, 1, 5]);
});

test("when several limits are used up, the longest wait applies", async () => {
  await exhaust("resets", "ana");
  await exhaust("actionsOfUser", "ana");
  const both: Count[] = [
    ["actionsOfUser", "ana"],
    ["resets", "ana"],
  ];
  expect(await limits.take(both)).toBe(3600);
});

test("an action without limits is allowed", async () => {
  expect(await limits.take([])).toBeNull();
  await limits.giveBack([]);
  expect(await rows()).toEqual([]);
});

test.each(stored)(
  "after the clock is set back a day, %s refuses nobody for longer than its window",
  async (limit) => {
    const passed = await exhaust(limit, "ana");
    later(-24 * 60 * 60 - 1);
    expect(await exhaust(limit, "ana")).toBe(passed);
    expect(await limits.take([[limit, "ana"]])).toBe(table[limit].duration);
  },
);

test("a process whose clock is a little behind shares the window", async () => {
  const passed = await exhaust("signUps", "ana");
  later(-5);
  expect([passed, await limits.take([["signUps", "ana"]])]).toEqual([5, expect.any(Number)]);
  expect(await limits.peek([["signUps", "ana"]])).not.toBeNull();
  await deleteOldLimits(db, new Date());
  expect(await rows()).toHaveLength(1);
});

test("counts that end later than the longest window allows are deleted too", async () => {
  await limits.take([["resets", "ana"]]);
  later(-2 * 24 * 60 * 60);
  await deleteOldLimits(db, new Date());
  expect(await rows()).toEqual([]);
});

test("the table holds no email or network address", async () => {
  await limits.take([["failedSignInsOfAccount", "ana@example.org"]]);
  await limits.take([["failedSignInsOfClient", "192.0.2.1"]]);
  const stored = JSON.stringify(await rows());
  expect(stored).toMatch(/failedSignInsOfAccount:[\w-]{43}"/);
  expect(stored).not.toMatch(/ana|example|192\.0/);
  // Without the secret, guessed keys cannot be looked up or linked across limits.
  expect(keyed("another secret", "resets", "ana")).not.toBe(keyed(secret, "resets", "ana"));
  expect(keyed(secret, "resets", "ana")).not.toBe(keyed(secret, "resends", "ana"));
  expect(keyed(secret, "ab", "c")).not.toBe(keyed(secret, "a", "bc"));
});

test("a database failure is thrown, not reported as a refusal", async () => {
  await db.schema.dropTable("rate_limits").execute();
  await expect(limits.take([["resets", "ana"]])).rejects.toThrow(/no such table|42P01/u);
});

test("expired counts are deleted, others are kept", async () => {
  await limits.take([["resets", "ana"]]);
  await limits.take([["actionsOfUser", "ana"]]);
  later(60);
  await deleteOldLimits(db, new Date());
  expect((await rows()).map((row) => row.key.split(":")[0])).toEqual(["resets"]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["::ffff:255.0.10.255", "255.0.10.255"],
  ["64:ff9b::192.0.2.1", "192.0.2.1"],
  ["2002:c000:0201:77::5", "192.0.2.1"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdfe", "192.0.2.1"],
  ["64:ff9b:1::192.0.2.1", "64:ff9b:1:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::ffff:192.0.2.1", "2001:db8:0:0::/64"],
  ["1::ffff:192.0.2.1", "1:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["", ""],
  ["unknown", "unknown"],
])("%j counts as %j", (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test.each([
  ["192.0.2.77", "192.0.2.0/24", null],
  ["::ffff:192.0.2.77", "192.0.2.0/24", null],
  ["2002:c000:24d::1", "192.0.2.0/24", null],
  ["2002:c000:2ff:1:2:3:4:5", "192.0.2.0/24", null],
  ["2001:0:a:b::3fff:fdb2", "192.0.2.0/24", null],
  ["2002:7f00:1::1", "2002:7f00:1:0::/56", "2002:7f00:1::/48"],
  ["2001:db8:1:2ab::5", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:0DB8:0001:00FF::", "2001:db8:1:0::/56", "2001:db8:1::/48"],
  ["127.0.0.1", null, null],
  ["127.1.2.3", null, null],
  ["::ffff:127.0.0.1", null, null],
  ["::1", null, null],
  ["", null, null],
  ["unknown", null, null],
])("%j belongs to the networks %j and %j", (address, network, wide) => {
  expect(networksOf(address)).toEqual({ network, wide });
});
