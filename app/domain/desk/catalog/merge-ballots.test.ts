// What people say of two dupes that a merge makes one (RULES.md 1.9).
import { beforeEach, describe, expect, test, vi } from "vitest";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { removeVotes } from "#app/domain/desk/sanctions.ts";
import {
  answerBlindTest,
  ownBlindTest,
  startBlindTest,
  stripsOf,
} from "#app/domain/reviews/blind-tests.ts";
import { ballots, type Ballots, countDueReviews } from "#app/domain/reviews/due-voices.ts";
import { votesOf } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner, withoutEmail } from "../../../../tests/support/accounts.ts";
import { againAs, ballotsOn, giveBallot } from "../../../../tests/support/ballot-kinds.ts";
import { orderOf, smell } from "../../../../tests/support/blind.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";
import { said, say } from "../../../../tests/support/verdicts.ts";
import { undo } from "../undo/undo.ts";
import { remove } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { goesWithDupe, votesLostBy } from "./what-goes.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const by = { actor: "olga", now };
const confirmed = { ...withoutEmail, emailsAreConfirmed: true };
const isOld = { createdAt: "2025-12-01" };
type Given = Parameters<typeof giveBallot> extends [Db, Ballots, ...infer Rest] ? Rest : never;
let db: Db;
let aventus: number;
let old: number;
let into: number;
let first: number;
let kept: number;

/** Two dupes of one original, which a merge makes one. */
beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea", "eva"]) await addAccount(db, name);
  aventus = await addPerfume(db, "Creed", "Aventus");
  old = await addPerfume(db, "Armaf", "CDNIM");
  into = await addPerfume(db, "Armaf", "Club de Nuit Intense Man");
  first = await addDupe(db, aventus, "Armaf", "CDNIM");
  kept = await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
});

const on = (day: string) => ({ now: new Date(`2026-01-${day}T00:00:00.000Z`) });
const mergeThem = async () => (await merge(db, old, into, by)).entry;

describe.each(ballots)("%s", (table) => {
  const give = (...args: Given) => giveBallot(db, table, ...args);
  const figures = (...dupes: number[]) => ballotsOn(db, table, now, ...dupes);

  test("when two dupes become one, each person's older one stays and counts once; an undo parts them again", async () => {
    await give("ana", first, true, on("02"));
    await give("ana", kept, false, on("01"));
    await give("bea", first, true, on("01"));
    await give("bea", kept, false, on("02"));
    await give("eva", first, true, on("03"));
    const names = { user_votes: "votes", verdicts: "verdicts", blind_tests: "blindTests" };
    expect(await goesWithDupe(db, first)).toEqual({ [names[table]]: 3 });
    expect(await votesLostBy(db, old, into)).toBe(2);
    const entry = await mergeThem();
    expect(await figures(first, kept)).toBe("0 of 0, 2 of 3");
    expect(await give("eva", kept, true, { now })).toBe(againAs[table]);
    await undo(db, entry, "olga", now);
    expect(await figures(first, kept)).toBe("3 of 3, 0 of 2");
    expect(await give("eva", first, true, { now })).toBe(againAs[table]);
  });

  test("of two of one mailbox the older stays until an undo", async () => {
    await addAccount(db, "zoe", { email: "zoe@gmail.com", ...isOld });
    await addAccount(db, "zoe2", { email: "zoe+2@gmail.com", ...isOld });
    await give("zoe", first, true, { ...on("01"), ballot: confirmed });
    await give("zoe2", kept, false, { ...on("02"), ballot: confirmed });
    const entry = await mergeThem();
    expect(await figures(kept)).toBe("1 of 1");
    await undo(db, entry, "olga", now);
    expect(await figures(first, kept)).toBe("1 of 1, 0 of 1");
  });

  test("of two of one own mail domain the younger waits until an undo (RULES.md 5.8)", async () => {
    for (const [name, dupeId, day, domain] of [
      ["zoe", kept, "02", "ours"],
      ["ines", first, "01", "ours"],
      ["noa", first, "03", "hers"],
    ] as const) {
      await addAccount(db, name, { email: `${name}@${domain}.example`, ...isOld });
      await give(name, dupeId, true, { ...on(day), ballot: { ...confirmed, network: name } });
    }
    const entry = await mergeThem();
    expect(await figures(kept)).toBe("2 of 2");
    await countDueReviews(db, new Date("2026-03-02T00:00:00.000Z"));
    expect(await figures(kept)).toBe("2 of 2");
    await undo(db, entry, "olga", now);
    expect(await figures(first, kept)).toBe("2 of 2, 1 of 1");
  });

  test("an undone merge does not bring back what operators removed since, until that is undone, too", async () => {
    await give("ana", first, true, on("02"));
    await give("ana", kept, true, on("01"));
    const merged = await mergeThem();
    const removed = await removeVotes(db, "ana", "olga", now);
    expect(await figures(kept)).toBe("0 of 0");
    await undo(db, merged, "olga", now);
    expect(await figures(first, kept)).toBe("0 of 0, 0 of 0");
    await undo(db, removed.entry, "olga", now);
    expect(await figures(first, kept)).toBe("1 of 1, 1 of 1");
  });
});

test("of one network's voices six a week count, also when two dupes become one (RULES.md 5.8)", async () => {
  for (let n = 0; n < 12; n++) {
    const name = await addAccount(db, `bought${n}`, { email: `bought${n}@gmail.com`, ...isOld });
    const ballot = { ...confirmed, network: "campaign" };
    const [dupe, day] = n < 6 ? [kept, "01"] : [first, "05"];
    await giveBallot(db, "user_votes", name, dupe, true, { ...on(day), ballot });
  }
  await mergeThem();
  expect(await ballotsOn(db, "user_votes", now, kept)).toBe("6 of 6");
  expect(await votesOf(db, "bought11", into)).toEqual({ [kept]: { voto: 1, isCounted: false } });
  await countDueReviews(db, now);
  expect(await ballotsOn(db, "user_votes", now, kept)).toBe("12 of 12");
});

test("a verdict changed after a merge stays changed when the merge is undone", async () => {
  await say(db, "eva", first, { again: "dupe" }, on("03"));
  const entry = await mergeThem();
  await say(db, "eva", kept, { again: "original" });
  await undo(db, entry, "olga", now);
  expect([await said(db, first), await said(db, kept)]).toEqual(["1: again original 1", "nothing"]);
});

test("two dupes of the same bottles, one the other way round, become one, whose verdicts say the same (RULES.md 1.2)", async () => {
  const vibrant = await addPerfume(db, "Zara", "Vibrant");
  const turned = await addDupe(db, vibrant, "Armaf", "CDNIM", { enlace: "https://shop.example" });
  const straight = await addDupe(db, into, "Zara", "Vibrant");
  await say(db, "ana", turned, { opening: "same", lasting: "less", again: "original" }, on("01"));
  await say(db, "ana", straight, { lasting: "less" }, on("02"));
  await say(db, "bea", straight, { lasting: "more" }, on("02"));
  expect(await votesLostBy(db, old, into)).toBe(1);
  const done = await merge(db, old, into, by);
  expect(await said(db, straight)).toBe("2: opening same 1, lasting more 2, again dupe 1");
  const dupes = db
    .selectFrom("dupes")
    .select(["id", "enlace"])
    .where("id", "in", [turned, straight]);
  expect(await dupes.execute()).toEqual([{ id: straight, enlace: null }]);

  await undo(db, done.entry, "olga", now);
  expect(await said(db, turned)).toBe("1: opening same 1, lasting less 1, again original 1");
  expect(await said(db, straight)).toBe("2: lasting less 1, lasting more 1");
});

const start = (dupeId: number, perfumeId = aventus) =>
  startBlindTest(db, "ana", { dupeId, perfumeId }, now);
const answer = (code: string, perfumeId = aventus) =>
  outcomeOf(
    answerBlindTest(db, "ana", { perfumeId, code, odd: 1, liked: null }, now, withoutEmail).then(
      ({ outcome }) => outcome,
    ),
  );

const figures = (...dupes: number[]) => ballotsOn(db, "blind_tests", now, ...dupes);

test("an open test goes on after a merge, also from the merged bottle's page, and goes back with its answer when the merge is undone", async () => {
  const code = await start(first, old);
  const entry = await mergeThem();
  const strips = (await stripsOf(db, code, null, now))!.map(({ nombre }) => nombre);
  const { odd, carries } = await orderOf(db, code);
  const name = { dupe: "Club de Nuit Intense Man", original: "Aventus" }[carries];
  expect(strips.flatMap((one, at) => (one === name ? at + 1 : []))).toEqual([odd]);
  expect(await ownBlindTest(db, "ana", kept, now)).toEqual({ open: code });
  expect(await answer(code, old)).toBe("counted");
  await undo(db, entry, "olga", now);
  expect(await figures(first, kept)).toMatch(/^[01] of 1, 0 of 0$/u);
});

test("of two open tests of a person that of the remaining dupe goes on, and an undo opens both", async () => {
  const [gone, stays] = [await start(first), await start(kept)];
  const entry = await mergeThem();
  expect(await outcomeOf(stripsOf(db, gone, null, now))).toBe("over-test");
  expect(await stripsOf(db, stays, null, now)).toHaveLength(3);
  await undo(db, entry, "olga", now);
  expect(await ownBlindTest(db, "ana", first, now)).toEqual({ open: gone });
  expect([await answer(gone), await answer(stays)]).toEqual(["counted", "counted"]);
});

test("a test that was opened after a merge stays open when the merge is undone", async () => {
  const before = await start(first);
  const entry = await mergeThem();
  const code = await start(kept);
  await undo(db, entry, "olga", now);
  expect(await answer(before)).toBe("over-test");
  expect(await answer(code)).toBe("counted");
  expect(await figures(first, kept)).toMatch(/^0 of 0, [01] of 1$/u);
});

/** What somebody does after the next act has read what it is about, and before its transaction begins. */
function meanwhile(act: () => Promise<unknown>): void {
  const begin = db.transaction.bind(db);
  const transaction = {
    setIsolationLevel: () => transaction,
    execute: async (work: (tx: Db) => Promise<unknown>) => {
      await act();
      return begin().execute(work);
    },
  };
  vi.spyOn(db, "transaction").mockImplementationOnce(() => transaction as never);
}

test("an answer sent while its merge is undone counts on no dupe, and can be sent again", async () => {
  const code = await start(first);
  const entry = await mergeThem();
  meanwhile(() => undo(db, entry, "olga", now));
  expect(await answer(code)).toBe("no-such-test");
  expect(await figures(first, kept)).toBe("0 of 0, 0 of 0");
  expect(await answer(code)).toBe("counted");
  expect(await figures(first, kept)).toMatch(/^[01] of 1, 0 of 0$/u);
});

test("two dupes of the same bottles, one the other way round, become one, whose tests say which bottle it was (RULES.md 1.2)", async () => {
  const vibrant = await addPerfume(db, "Zara", "Vibrant");
  const turned = await addDupe(db, vibrant, "Armaf", "CDNIM");
  const straight = await addDupe(db, into, "Zara", "Vibrant");
  const code = await startBlindTest(db, "ana", { dupeId: turned, perfumeId: vibrant }, now);
  const before = (await stripsOf(db, code, null, now))!.map(({ marca }) => marca);
  await smell(db, "bea", turned, true, on("01"));
  await smell(db, "bea", straight, false, on("02"));
  const entry = await mergeThem();
  expect((await stripsOf(db, code, null, now))!.map(({ marca }) => marca)).toEqual(before);
  expect(await figures(straight)).toBe("1 of 1");
  await undo(db, entry, "olga", now);
  expect((await stripsOf(db, code, null, now))!.map(({ marca }) => marca)).toEqual(before);
  expect(await figures(turned, straight)).toBe("1 of 1, 0 of 1");
});

test("a removed bottle's tests go with it, open ones too, and return with its undo", async () => {
  await smell(db, "bea", first, true);
  const code = await start(first);
  const entry = (await remove(db, old, by)).entry;
  expect(await outcomeOf(stripsOf(db, code, null, now))).toBe("no-such-test");
  expect(await answer(code)).toBe("no-such-test");
  expect((await exportData(db, "ana")).blindTests).toEqual([]);
  await undo(db, entry, "olga", now);
  expect(await figures(first)).toBe("1 of 1");
  expect(await stripsOf(db, code, null, now)).toHaveLength(3);
  expect(await answer(code)).toBe("counted");
});
