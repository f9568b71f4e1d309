import { beforeEach, expect, test, vi } from "vitest";
import { exportData } from "#app/domain/accounts/data-export.ts";
import { removeVotes } from "#app/domain/desk/sanctions.ts";
import {
  answerBlindTest,
  ownBlindTest,
  startBlindTest,
  stripsOf,
} from "#app/domain/reviews/blind-tests.ts";
import { countDueReviews } from "#app/domain/reviews/due-voices.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner, withoutEmail } from "../../../../tests/support/accounts.ts";
import { orderOf, smell } from "../../../../tests/support/blind.ts";
import { disagreements } from "../../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { outcomeOf } from "../../../../tests/support/outcome-of.ts";
import { undo } from "../undo/undo.ts";
import { remove } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { votesLostBy } from "./what-goes.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const by = { actor: "olga", now };
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
const start = (dupeId: number, perfumeId = aventus) =>
  startBlindTest(db, "ana", { dupeId, perfumeId }, now);
const answer = (code: string, perfumeId = aventus) =>
  outcomeOf(
    answerBlindTest(db, "ana", { perfumeId, code, odd: 1, liked: null }, now, withoutEmail).then(
      ({ outcome }) => outcome,
    ),
  );

/** "found of tests" of each dupe; no stored figure may contradict the rows */
async function figures(...dupes: number[]): Promise<string> {
  expect(await disagreements(db, now)).toEqual([]);
  const rows = await db.selectFrom("blind_counts").selectAll().execute();
  return dupes
    .map((id) => rows.find(({ dupe_id }) => dupe_id === id))
    .map((row) => `${row?.found ?? 0} of ${row?.tests ?? 0}`)
    .join(", ");
}

test("when two dupes become one, each person's older test stays and counts once; an undo parts them again (RULES.md 1.9)", async () => {
  await smell(db, "ana", first, true, on("02"));
  await smell(db, "ana", kept, false, on("01"));
  await smell(db, "bea", first, true, on("01"));
  await smell(db, "bea", kept, false, on("02"));
  await smell(db, "eva", first, true, on("03"));
  expect(await votesLostBy(db, old, into)).toBe(2);
  const entry = await mergeThem();
  expect(await figures(kept)).toBe("2 of 3");
  expect(await smell(db, "eva", kept, false, { now })).toBe("again");

  await undo(db, entry, "olga", now);
  expect(await figures(first, kept)).toBe("3 of 3, 0 of 2");
  expect(await smell(db, "eva", first, false, { now })).toBe("again");
});

test("of two tests of one mailbox the older stays until an undo", async () => {
  const ballot = { ...withoutEmail, emailsAreConfirmed: true };
  for (const [name, email] of [
    ["zoe", "zoe@gmail.com"],
    ["zoe2", "zoe+2@gmail.com"],
  ] as const)
    await addAccount(db, name, { email, createdAt: "2025-12-01" });
  await smell(db, "zoe", first, true, { ...on("01"), ballot });
  await smell(db, "zoe2", kept, false, { ...on("02"), ballot });
  const entry = await mergeThem();
  expect(await figures(kept)).toBe("1 of 1");
  await undo(db, entry, "olga", now);
  expect(await figures(first, kept)).toBe("1 of 1, 0 of 1");
});

test("of two tests of one own mail domain the younger waits until an undo (RULES.md 5.8)", async () => {
  const ballot = { ...withoutEmail, emailsAreConfirmed: true };
  for (const [name, dupeId] of [
    ["zoe", first],
    ["ines", kept],
  ] as const) {
    await addAccount(db, name, { email: `${name}@ours.example`, createdAt: "2025-12-01" });
    const at = on(name === "zoe" ? "01" : "02");
    await smell(db, name, dupeId, true, { ...at, ballot: { ...ballot, network: name } });
  }
  const entry = await mergeThem();
  await countDueReviews(db, now);
  expect(await figures(kept)).toBe("1 of 1");
  await undo(db, entry, "olga", now);
  expect(await figures(first, kept)).toBe("1 of 1, 1 of 1");
});

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

test("an undone merge does not bring back a test that operators removed since, until that is undone, too", async () => {
  await smell(db, "ana", first, true, on("02"));
  await smell(db, "ana", kept, true, on("01"));
  const merged = await mergeThem();
  const removed = (await removeVotes(db, "ana", "olga", now)).entry;
  expect(await figures(kept)).toBe("0 of 0");
  await undo(db, merged, "olga", now);
  expect(await figures(first, kept)).toBe("0 of 0, 0 of 0");
  await undo(db, removed, "olga", now);
  expect(await figures(first, kept)).toBe("1 of 1, 1 of 1");
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
