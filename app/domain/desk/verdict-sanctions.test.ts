import { beforeEach, expect, test } from "vitest";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { deleteVerdict, verdictOf } from "#app/domain/reviews/verdicts.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail, addOwner } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { eraseAccount } from "./erase-account.ts";
import { removeVotes, restore, suspend } from "./sanctions.ts";
import { undo } from "./undo/undo.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

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
  await say(db, "ana", dupeId, { lasting: "less" });
  await say(db, "bea", dupeId, { lasting: "same" });
});

const suspendAna = async (days: number | null = null) =>
  (await suspend(db, "ana", { reason: "spam", days }, "olga", now)).entry;
const removeAnas = async () => (await removeVotes(db, "ana", "olga", now)).entry;
const both = "2: lasting less 1, lasting same 1";
const withoutAna = "1: lasting same 1";

test("a suspended person's verdict does not count until they are restored (RULES.md 9.13)", async () => {
  await suspendAna();
  expect(await said(db, dupeId)).toBe(withoutAna);
  expect(await silenceSuspended(db, now)).toEqual([]);
  await restore(db, "ana", "olga", now);
  expect(await said(db, dupeId)).toBe(both);
});

test("a verdict counts again when its author's suspension is undone (RULES.md 9.13)", async () => {
  const entry = await suspendAna();
  await undo(db, entry, "olga", now);
  expect(await said(db, dupeId)).toBe(both);
});

test("a verdict counts again when its author's suspension is over, and both pages change (RULES.md 9.13)", async () => {
  await suspendAna(10);
  expect(await silenceSuspended(db, after(9.9 * day))).toEqual([]);
  expect(await said(db, dupeId)).toBe(withoutAna);
  const changed = await silenceSuspended(db, after(10 * day));
  expect(changed.map(({ nombre }) => nombre).toSorted()).toEqual(["Aventus", "Club de Nuit"]);
  expect(await said(db, dupeId)).toBe(both);
});

test("a verdict changed between the end of a suspension and the next housekeeping counts once", async () => {
  await suspendAna();
  await db.updateTable("suspensions").set({ until: now.toISOString() }).execute();
  expect(await say(db, "ana", dupeId, { lasting: "more" })).toBe("changed");
  expect(await said(db, dupeId)).toBe("2: lasting same 1, lasting more 1");
  await silenceSuspended(db, after(day));
  expect(await said(db, dupeId)).toBe("2: lasting same 1, lasting more 1");
});

test("the verdict of a suspended person who leaves never counts", async () => {
  await suspendAna(10);
  await eraseAccount(db, "ana", false, ["secret"], now);
  await silenceSuspended(db, after(11 * day));
  expect(await said(db, dupeId)).toBe(withoutAna);
});

test("verdicts are removed with votes, and both restored from the log (RULES.md 10.18)", async () => {
  await castVote(db, "ana", { dupeId, perfumeId, voto: 1 }, now, withoutEmail);
  const done = await removeVotes(db, "ana", "olga", now);
  expect(done).toMatchObject({ count: 2 });
  expect(await said(db, dupeId)).toBe(withoutAna);
  expect(await outcomeOf(removeVotes(db, "ana", "olga", now))).toBe("unchanged");
  await undo(db, done.entry, "olga", after(29 * day));
  expect(await said(db, dupeId)).toBe(both);
});

test("a removed verdict does not count again when its author changes it, or deletes it and gives another", async () => {
  const entry = await removeAnas();
  expect(await say(db, "ana", dupeId, { lasting: "more" })).toBe("changed");
  expect(await verdictOf(db, "ana", dupeId)).toEqual(saying({ lasting: "more" }));
  await deleteVerdict(db, "ana", { dupeId, perfumeId });
  expect(await verdictOf(db, "ana", dupeId)).toBeNull();
  expect(await say(db, "ana", dupeId, { lasting: "more" })).toBe("changed");
  expect(await said(db, dupeId)).toBe(withoutAna);
  expect(await outcomeOf(undo(db, entry, "olga", now))).toBe("changed-since");
});

test("a removed verdict that waits goes on waiting when it is restored", async () => {
  await db
    .updateTable("verdicts")
    .set({ state: "waiting", counts_from: after(day).toISOString(), counted_at: null })
    .where("user_id", "=", "ana")
    .execute();
  const entry = await removeAnas();
  await undo(db, entry, "olga", now);
  const { state } = await db
    .selectFrom("verdicts")
    .select("state")
    .where("user_id", "=", "ana")
    .executeTakeFirstOrThrow();
  expect(state).toBe("waiting");
});

test("verdicts restored while their author is suspended count when the suspension ends", async () => {
  await suspendAna();
  const entry = await removeAnas();
  await undo(db, entry, "olga", now);
  expect(await said(db, dupeId)).toBe(withoutAna);
  await restore(db, "ana", "olga", now);
  expect(await said(db, dupeId)).toBe(both);
});

test("verdicts removed while their author is suspended stay removed when it ends", async () => {
  await suspendAna();
  await removeAnas();
  await restore(db, "ana", "olga", now);
  expect(await said(db, dupeId)).toBe(withoutAna);
});

test("a removed verdict can be restored for 30 days, and not be given anew after that", async () => {
  const entry = await removeAnas();
  const late = after(30 * day);
  expect(await outcomeOf(undo(db, entry, "olga", late))).toBe("cannot-be-undone");
  expect(await say(db, "ana", dupeId, { lasting: "more" }, { now: late })).toBe("changed");
  expect(await said(db, dupeId)).toBe(withoutAna);
});
