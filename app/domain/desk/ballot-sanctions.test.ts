// Sanctions and what people said of a dupe (RULES.md 9.13, 10.18).
import { beforeEach, describe, expect, test } from "vitest";
import { startBlindTest, stripsOf } from "#app/domain/reviews/blind-tests.ts";
import { ballots, type Ballots } from "#app/domain/reviews/due-voices.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { deleteVerdict, verdictOf } from "#app/domain/reviews/verdicts.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner, withoutEmail } from "../../../tests/support/accounts.ts";
import { againAs, ballotsOn, giveBallot } from "../../../tests/support/ballot-kinds.ts";
import { smell } from "../../../tests/support/blind.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { eraseAccount } from "./erase-account.ts";
import { whatTheyDid } from "./find-people.ts";
import { removeVotes, restore, suspend } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";

const now = new Date();
const day = 24 * 60 * 60 * 1000;
const after = (ms: number) => new Date(now.getTime() + ms);
let db: Db;
let perfumeId: number;
let dupeId: number;

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea"]) await addAccount(db, name);
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
});

const suspendAna = async (days: number | null = null) =>
  (await suspend(db, "ana", { reason: "spam", days }, "olga", now)).entry;
const removeAnas = () => removeVotes(db, "ana", "olga", now);
/** Ana is for the dupe, Bea against it. */
const giveBoth = async (table: Ballots) => {
  await giveBallot(db, table, "ana", dupeId, true, { now });
  await giveBallot(db, table, "bea", dupeId, false, { now });
};
const figuresOf = (table: Ballots) => ballotsOn(db, table, now, dupeId);

test("votes, verdicts and tests are named and removed together, and restored from the log for 30 days", async () => {
  for (const table of ballots) await giveBoth(table);
  await smell(db, "ana", dupeId, false, { now });
  const figures = () => Promise.all(ballots.map(figuresOf));
  const { votes, verdicts, tests } = await whatTheyDid(db, "ana");
  expect([votes, verdicts, tests]).toMatchObject([[{ voto: 1 }], [{}], [{ found: 1 }]]);
  const done = await removeAnas();
  expect(done).toMatchObject({ count: 3 });
  expect(await figures()).toEqual(["0 of 1", "0 of 1", "0 of 1"]);
  expect(await whatTheyDid(db, "ana")).toMatchObject({ votes: [], verdicts: [], tests: [] });
  expect(await outcomeOf(removeAnas())).toBe("unchanged");
  expect(await outcomeOf(undo(db, done.entry, "olga", after(30 * day)))).toBe("cannot-be-undone");
  await undo(db, done.entry, "olga", after(29 * day));
  expect(await figures()).toEqual(["1 of 2", "1 of 2", "1 of 2"]);
  expect(await outcomeOf(undo(db, done.entry, "olga", now))).toBe("undone-already");
});

describe.each(ballots)("%s", (table) => {
  beforeEach(() => giveBoth(table));

  test("another does not count in place of a removed one, also after coming back and after its undo", async () => {
    const ballot = { ...withoutEmail, emailsAreConfirmed: true };
    const zoe = { email: "zoe@gmail.com", createdAt: after(-100 * day).toISOString() };
    await addAccount(db, "zoe", zoe);
    const give = (name: string, at = now) =>
      giveBallot(db, table, name, dupeId, true, { now: at, ballot });
    await give("zoe");
    const { entry } = await removeVotes(db, "zoe", "olga", now);
    expect(await give("zoe", after(30 * day))).toBe(againAs[table]);
    await eraseAccount(db, "zoe", true, ["secret"], now);
    await addAccount(db, "zoe2", zoe);
    expect(await give("zoe2")).toBe(againAs[table]);
    expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
    expect(await figuresOf(table)).toBe("1 of 2");
  });

  test("what waited when it was removed goes on waiting when it is restored", async () => {
    const waiting = { state: "waiting" as const, counts_from: after(day).toISOString() };
    await db
      .updateTable(table)
      .set({ ...waiting, counted_at: null })
      .where("user_id", "=", "ana")
      .execute();
    await undo(db, (await removeAnas()).entry, "olga", now);
    const found = db.selectFrom(table).select(["state", "counts_from"]);
    expect(await found.where("user_id", "=", "ana").execute()).toEqual([waiting]);
  });
});

describe.each(["verdicts", "blind_tests"] as const)("of a suspended person, %s", (table) => {
  beforeEach(() => giveBoth(table));

  test("do not count until they are restored, or the suspension is undone", async () => {
    const entry = await suspendAna();
    expect(await figuresOf(table)).toBe("0 of 1");
    expect(await silenceSuspended(db, now)).toEqual([]);
    await undo(db, entry, "olga", now);
    expect(await figuresOf(table)).toBe("1 of 2");
    await suspendAna();
    await restore(db, "ana", "olga", now);
    expect(await figuresOf(table)).toBe("1 of 2");
  });

  test("count again when the suspension is over, and both pages change", async () => {
    await suspendAna(10);
    expect(await silenceSuspended(db, after(9.9 * day))).toEqual([]);
    expect(await figuresOf(table)).toBe("0 of 1");
    const changed = await silenceSuspended(db, after(10 * day));
    expect(changed.map(({ nombre }) => nombre).toSorted()).toEqual(["Aventus", "Club de Nuit"]);
    expect(await figuresOf(table)).toBe("1 of 2");
  });

  test("never count once the person leaves", async () => {
    await suspendAna(10);
    await eraseAccount(db, "ana", false, ["secret"], now);
    await silenceSuspended(db, after(11 * day));
    expect(await figuresOf(table)).toBe("0 of 1");
  });

  test.each([false, true])(
    "removed meanwhile, count after it only if that is undone: %s",
    async (isUndone) => {
      await suspendAna();
      const { entry } = await removeAnas();
      if (isUndone) await undo(db, entry, "olga", now);
      expect(await figuresOf(table)).toBe("0 of 1");
      await restore(db, "ana", "olga", now);
      expect(await figuresOf(table)).toBe(isUndone ? "1 of 2" : "0 of 1");
    },
  );
});

test("a verdict changed between the end of a suspension and the next housekeeping counts once", async () => {
  await giveBoth("verdicts");
  await suspendAna();
  await db.updateTable("suspensions").set({ until: now.toISOString() }).execute();
  expect(await say(db, "ana", dupeId, { lasting: "more" })).toBe("changed");
  await silenceSuspended(db, after(day));
  expect(await said(db, dupeId)).toBe("2: lasting more 2");
});

test("a removed verdict does not count again when its author changes it, or deletes it and gives another", async () => {
  await giveBoth("verdicts");
  const { entry } = await removeAnas();
  const change = () => say(db, "ana", dupeId, { lasting: "more" });
  expect(await change()).toBe("changed");
  expect(await verdictOf(db, "ana", dupeId)).toEqual(saying({ lasting: "more" }));
  await deleteVerdict(db, "ana", { dupeId, perfumeId });
  expect(await verdictOf(db, "ana", dupeId)).toBeNull();
  expect(await change()).toBe("changed");
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
});

test("an open test is nobody's voice yet: who has no other has nothing to remove", async () => {
  const code = await startBlindTest(db, "ana", { dupeId, perfumeId }, now);
  expect(await outcomeOf(removeAnas())).toBe("unchanged");
  await giveBallot(db, "verdicts", "ana", dupeId, true, { now });
  await removeAnas();
  expect(await stripsOf(db, code, null, now)).toHaveLength(3);
});
