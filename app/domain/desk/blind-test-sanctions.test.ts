import { beforeEach, expect, test } from "vitest";
import { startBlindTest, stripsOf } from "#app/domain/reviews/blind-tests.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, addOwner, withoutEmail } from "../../../tests/support/accounts.ts";
import { smell } from "../../../tests/support/blind.ts";
import { disagreements } from "../../../tests/support/counters.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { eraseAccount } from "./erase-account.ts";
import { countWhatTheyDid, whatTheyDid } from "./find-people.ts";
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
  await smell(db, "ana", dupeId, true, { now });
  await smell(db, "bea", dupeId, false, { now });
});

const suspendAna = () => suspend(db, "ana", { reason: "spam", days: null }, "olga", now);
const removeAnas = () => removeVotes(db, "ana", "olga", now);

/** "found of tests"; no stored figure may contradict the rows */
async function figures(): Promise<string> {
  expect(await disagreements(db, now)).toEqual([]);
  const row = await db.selectFrom("blind_counts").selectAll().executeTakeFirst();
  return row ? `${row.found} of ${row.tests}` : "none";
}

test("tests are named and removed with votes, and both restored from the log (RULES.md 10.18)", async () => {
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  await smell(db, "ana", dupeId, false, { now });
  expect(await countWhatTheyDid(db, "ana")).toMatchObject({ votes: 1, tests: 1 });
  const done = await removeAnas();
  expect(done).toMatchObject({ count: 2 });
  expect(await figures()).toBe("0 of 1");
  expect((await whatTheyDid(db, "ana")).tests).toEqual([]);
  expect(await outcomeOf(removeAnas())).toBe("unchanged");
  await undo(db, done.entry, "olga", after(29 * day));
  expect(await figures()).toBe("1 of 2");
  expect((await whatTheyDid(db, "ana")).tests).toMatchObject([{ found: 1 }]);
});

test("another test does not count in place of a removed one, nor does it after coming back", async () => {
  const ballot = { ...withoutEmail, emailsAreConfirmed: true };
  const zoe = { email: "zoe@gmail.com", createdAt: after(-100 * day).toISOString() };
  await addAccount(db, "zoe", zoe);
  await smell(db, "zoe", dupeId, true, { now, ballot });
  await removeVotes(db, "zoe", "olga", now);
  expect(await smell(db, "zoe", dupeId, true, { now, ballot })).toBe("again");
  await eraseAccount(db, "zoe", true, ["secret"], now);
  await addAccount(db, "zoe2", zoe);
  expect(await smell(db, "zoe2", dupeId, true, { now, ballot })).toBe("again");
  expect(await figures()).toBe("1 of 2");
});

test("an open test is nobody's voice yet: who has no other has nothing to remove", async () => {
  await addAccount(db, "eva");
  const code = await startBlindTest(db, "eva", { dupeId, perfumeId }, now);
  expect(await outcomeOf(removeVotes(db, "eva", "olga", now))).toBe("unchanged");
  await removeAnas();
  expect(await stripsOf(db, code, null, now)).toHaveLength(3);
});

test("tests restored while their author is suspended count when the suspension ends", async () => {
  await suspendAna();
  expect(await figures()).toBe("0 of 1");
  await undo(db, (await removeAnas()).entry, "olga", now);
  expect(await figures()).toBe("0 of 1");
  await restore(db, "ana", "olga", now);
  expect(await figures()).toBe("1 of 2");
});

test("the test of a suspended person who leaves never counts", async () => {
  await suspendAna();
  await eraseAccount(db, "ana", false, ["secret"], now);
  expect(await figures()).toBe("0 of 1");
});
