import { beforeEach, expect, test } from "vitest";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { addSuspension, removeSuspension } from "#app/domain/accounts/suspensions.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { orderOf, smell } from "../../../tests/support/blind.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { blindCountsOf } from "./blind-counts.ts";
import {
  answerBlindTest,
  codePattern,
  deleteAbandonedTests,
  ownBlindTest,
  startBlindTest,
  stripsOf,
} from "./blind-tests.ts";
import { countDueReviews } from "./due-voices.ts";
import { silenceSuspended } from "./silence.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  await addAccount(db, "ana");
});

const start = (userId = "ana", at = now) => startBlindTest(db, userId, { dupeId, perfumeId }, at);
const answer = (
  code: string,
  { userId = "ana", at = now, odd = 1 as 1 | 2 | 3, page = perfumeId } = {},
) =>
  outcomeOf(
    answerBlindTest(
      db,
      userId,
      { perfumeId: page, code, odd, liked: "dupe" },
      at,
      withoutEmail,
    ).then(({ outcome }) => outcome),
  );
const prepare = (code: string, at = now, reader: string | null = null) =>
  outcomeOf(stripsOf(db, code, reader, at));
const counts = async () => (await blindCountsOf(db, [dupeId])).get(dupeId);
const stored = () => db.selectFrom("blind_counts").select(["tests", "found"]).execute();

test("two strips of three carry the same bottle, in any of six orders", async () => {
  const orders = new Set<string>();
  for (let n = 0; n < 150; n++) {
    const code = await start();
    expect(code).toMatch(codePattern);
    const { odd, carries } = await orderOf(db, code);
    orders.add(`${odd} ${carries}`);
    const strips = (await stripsOf(db, code, null, now))!.map(({ nombre }) => nombre);
    const name = { dupe: "Club de Nuit", original: "Aventus" }[carries];
    expect(strips.filter((one) => one === name)).toHaveLength(1);
    expect(strips[odd - 1]).toBe(name);
  }
  expect(orders.size).toBe(6);
});

test("who smells is not told the order before the answer, and is told after it", async () => {
  const code = await start();
  expect(await stripsOf(db, code, "ana", now)).toBeNull();
  expect(await stripsOf(db, code, "bea", now)).toHaveLength(3);
  expect(await ownBlindTest(db, "ana", dupeId, now)).toEqual({ open: code });
  const { odd, carries } = await orderOf(db, code);
  const [open] = (await exportData(db, "ana")).blindTests;
  expect(open).toMatchObject({ code });
  expect(Object.keys(open!)).not.toContain("odd");
  expect(await answer(code, { odd })).toBe("counted");
  expect(await ownBlindTest(db, "ana", dupeId, now)).toEqual({
    answered: { found: true, odd, carries },
  });
  expect((await exportData(db, "ana")).blindTests).toMatchObject([{ odd, carries, chosen: odd }]);
});

test("a code is for who started it, on its own pair, and for one answer", async () => {
  await addAccount(db, "bea");
  const other = await addPerfume(db, "Dior", "Sauvage");
  await addDupe(db, other, "Armaf", "Ventana");
  const code = await start();
  expect(await answer("bcdfgh")).toBe("no-such-test");
  expect(await answer(code, { userId: "bea" })).toBe("no-such-test");
  expect(await answer(code, { page: other })).toBe("no-such-dupe");
  expect(await answer(code, { userId: "nobody" })).toBe("no-such-person");
  expect(await answer(code)).toBe("counted");
  expect(await answer(code)).toBe("answered-test");
  expect(await answer(code, { at: hoursLater(100) })).toBe("answered-test");
  expect(await stored()).toMatchObject([{ tests: 1 }]);
});

test("of two answers at once one counts", async () => {
  const code = await start();
  const outcomes = await Promise.all([answer(code), answer(code)]);
  expect(outcomes.toSorted()).toEqual(["answered-test", "counted"]);
  expect(await stored()).toMatchObject([{ tests: 1 }]);
});

test("a test lives two hours, is over for a day, and then unknown", async () => {
  const code = await start();
  expect(await prepare(code, hoursLater(1.99))).toHaveLength(3);
  for (const hours of [2, 25.9]) {
    expect(await prepare(code, hoursLater(hours))).toBe("over-test");
    expect(await answer(code, { at: hoursLater(hours) })).toBe("over-test");
  }
  expect(await prepare(code, hoursLater(26))).toBe("no-such-test");
  expect(await answer(code, { at: hoursLater(26) })).toBe("no-such-test");
  expect(await ownBlindTest(db, "ana", dupeId, hoursLater(2))).toBeNull();
  await deleteAbandonedTests(db, hoursLater(25.9));
  expect(await orderOf(db, code)).toBeDefined();
  await deleteAbandonedTests(db, hoursLater(26));
  expect(await db.selectFrom("blind_tests").select("id").execute()).toEqual([]);
});

test("a new start replaces the open one, from whichever browser", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const three = await start("ana", hoursLater(0.5));
  for (const old of [one, two]) {
    expect(await prepare(old, hoursLater(0.5))).toBe("over-test");
    expect(await answer(old, { at: hoursLater(0.5) })).toBe("over-test");
    expect(await prepare(old, hoursLater(25))).toBe("no-such-test");
  }
  expect(await answer(three, { at: hoursLater(1) })).toBe("counted");
});

test("with the clock set back, a test goes on, is answered once, and the last answer is told", async () => {
  const code = await start();
  expect(await prepare(code, hoursLater(-5))).toHaveLength(3);
  expect(await answer(code, { at: hoursLater(-5) })).toBe("counted");
  for (const odd of [1, 2, 3] as const) {
    const next = await start("ana", hoursLater(-6));
    const order = await orderOf(db, next);
    expect(await answer(next, { at: hoursLater(-6), odd })).toBe("again");
    expect(await ownBlindTest(db, "ana", dupeId, hoursLater(-6))).toEqual({
      answered: { ...order, found: order.odd === odd },
    });
  }
  expect(await stored()).toMatchObject([{ tests: 1 }]);
});

test("a person's first test is their voice, also under another address of the mailbox or after coming back", async () => {
  const ballot = { ...withoutEmail, emailsAreConfirmed: true };
  const createdAt = hoursLater(-100).toISOString();
  await addAccount(db, "bea", { email: "b.ea@gmail.com", createdAt });
  await addAccount(db, "bea2", { email: "bea+2@gmail.com", createdAt });
  expect(await smell(db, "bea", dupeId, true, { ballot })).toBe("counted");
  expect(await smell(db, "bea", dupeId, false, { ballot })).toBe("again");
  expect(await smell(db, "bea2", dupeId, false, { ballot })).toBe("again");
  await eraseAccount(db, "bea", true, ["secret"], now);
  await addAccount(db, "bea3", { email: "bea@gmail.com", createdAt });
  expect(await smell(db, "bea3", dupeId, false, { ballot })).toBe("again");
  expect(await stored()).toEqual([{ tests: 1, found: 1 }]);
  const left = await db
    .selectFrom("blind_tests")
    .select(["user_id", "state"])
    .orderBy("id")
    .execute();
  expect(left[0]).toEqual({ user_id: null, state: "counted" });
  expect(await disagreements(db, now)).toEqual([]);
});

test("a new account's test waits, and counts by itself", async () => {
  const ballot = { ...withoutEmail, emailsAreConfirmed: true };
  await addAccount(db, "bea", { createdAt: now.toISOString(), email: "bea@gmail.com" });
  expect(await smell(db, "bea", dupeId, true, { ballot, now: hoursLater(1) })).toBe("waiting");
  expect(await stored()).toEqual([]);
  await countDueReviews(db, hoursLater(73));
  expect(await stored()).toEqual([{ tests: 1, found: 1 }]);
});

test("five tests of distinct people show figures; five of one network do not", async () => {
  for (let n = 0; n < 5; n++) {
    await addAccount(db, `person${n}`);
    const ballot = { ...withoutEmail, network: n < 2 ? "same" : `network ${n}` };
    expect(await counts()).toBeUndefined();
    await smell(db, `person${n}`, dupeId, n < 3, { ballot });
  }
  expect(await counts()).toBeUndefined();
  expect(await disagreements(db, now)).toEqual([]);
  await smell(db, "ana", dupeId, true);
  expect(await counts()).toEqual({ tests: 6, found: 4 });
  expect(await disagreements(db, now)).toEqual([]);
});

test("tests of suspended people do not count, and do again", async () => {
  await smell(db, "ana", dupeId, true);
  await db
    .insertInto("audit_log")
    .values({ at: "2026", via: "command", action: "suspend", subject: "person:ana" })
    .execute();
  await addSuspension(db, "ana", { since: "2026", until: null, entry: 1 });
  expect(await silenceSuspended(db, now)).toHaveLength(2);
  expect(await stored()).toEqual([]);
  expect(await outcomeOf(start())).toBe("no-such-person");
  await removeSuspension(db, "ana");
  await silenceSuspended(db, now);
  expect(await stored()).toEqual([{ tests: 1, found: 1 }]);
});

test("with the account its open and repeated tests go", async () => {
  await smell(db, "ana", dupeId, true);
  await smell(db, "ana", dupeId, true);
  const code = await start();
  await eraseAccount(db, "ana", false, ["secret"], now);
  expect(await prepare(code)).toBe("no-such-test");
  expect(await db.selectFrom("blind_tests").select("user_id").execute()).toEqual([
    { user_id: null },
  ]);
});
