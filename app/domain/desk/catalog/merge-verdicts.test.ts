import { beforeEach, expect, test } from "vitest";
import { removeVotes } from "#app/domain/desk/sanctions.ts";
import { countDueReviews } from "#app/domain/reviews/due-voices.ts";
import { castVote, votesOf } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail, addOwner } from "../../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../../tests/support/database.ts";
import { said, say } from "../../../../tests/support/verdicts.ts";
import { undo } from "../undo/undo.ts";
import { remove } from "./edit-perfume.ts";
import { merge } from "./merge.ts";
import { goesWithDupe, votesLostBy } from "./what-goes.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const by = { actor: "olga", now };
let db: Db;
let old: number;
let into: number;
let first: number;
let kept: number;

/** Two dupes of one original, which a merge makes one. */
beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  for (const name of ["ana", "bea", "eva"]) await addAccount(db, name);
  const aventus = await addPerfume(db, "Creed", "Aventus");
  old = await addPerfume(db, "Armaf", "CDNIM");
  into = await addPerfume(db, "Armaf", "Club de Nuit Intense Man");
  first = await addDupe(db, aventus, "Armaf", "CDNIM");
  kept = await addDupe(db, aventus, "Armaf", "Club de Nuit Intense Man");
});

const on = (day: string) => ({ now: new Date(`2026-01-${day}T00:00:00.000Z`) });

test("when two dupes become one, each person's older verdict stays and counts once; an undo parts them again (RULES.md 1.9)", async () => {
  await say(db, "ana", first, { lasting: "less" }, on("02"));
  await say(db, "ana", kept, { lasting: "more" }, on("01"));
  await say(db, "bea", first, { lasting: "less" }, on("01"));
  await say(db, "bea", kept, { lasting: "same" }, on("02"));
  await say(db, "eva", first, { again: "dupe" }, on("03"));
  expect(await goesWithDupe(db, first)).toEqual({ verdicts: 3 });
  expect(await votesLostBy(db, old, into)).toBe(2);
  const done = await merge(db, old, into, by);
  expect(await said(db, kept)).toBe("3: lasting less 1, lasting more 1, again dupe 1");
  expect(await said(db, first)).toBe("nothing");

  await say(db, "eva", kept, { again: "original" });
  await undo(db, done.entry, "olga", now);
  expect(await said(db, first)).toBe("3: lasting less 2, again original 1");
  expect(await said(db, kept)).toBe("2: lasting same 1, lasting more 1");
});

test("of two verdicts of one mailbox the older stays", async () => {
  await addAccount(db, "zoe", { email: "zoe@example.org", createdAt: "2025-12-01" });
  await addAccount(db, "zoe2", { email: "zoe+2@example.org", createdAt: "2025-12-01" });
  const confirmed = { ...withoutEmail, emailsAreConfirmed: true };
  await say(db, "zoe", first, { lasting: "less" }, { ...on("01"), ballot: confirmed });
  await say(db, "zoe2", kept, { lasting: "more" }, { ...on("02"), ballot: confirmed });
  await merge(db, old, into, by);
  expect(await said(db, kept)).toBe("1: lasting less 1");
});

test("of two voices of one own mail domain the older counts, and the other waits until an undo (RULES.md 5.8)", async () => {
  const confirmed = { ...withoutEmail, emailsAreConfirmed: true };
  for (const [name, dupeId, day] of [
    ["zoe", kept, "02"],
    ["ines", first, "01"],
    ["noa", first, "03"],
  ] as const) {
    const email = `${name}@${name === "noa" ? "hers" : "ours"}.example`;
    await addAccount(db, name, { email, createdAt: "2025-12-01" });
    const { now: at } = on(day);
    const ballot = { ...confirmed, network: name };
    await say(db, name, dupeId, { lasting: "less" }, { now: at, ballot });
    const perfumeId = 1;
    await castVote(db, name, { dupeId, perfumeId, voto: 1 }, at, ballot);
  }
  const votes = (dupe: number) =>
    db
      .selectFrom("dupes")
      .select("likes")
      .where("id", "=", dupe)
      .executeTakeFirst()
      .then((found) => found?.likes);
  const done = await merge(db, old, into, by);
  expect([await said(db, kept), await votes(kept)]).toEqual(["2: lasting less 2", 2]);
  await countDueReviews(db, new Date("2026-03-02T00:00:00.000Z"));
  expect([await said(db, kept), await votes(kept)]).toEqual(["2: lasting less 2", 2]);
  expect(await votesOf(db, "zoe", into)).toEqual({ [kept]: { voto: 1, isCounted: false } });

  await undo(db, done.entry, "olga", now);
  expect([await said(db, first), await votes(first)]).toEqual(["2: lasting less 2", 2]);
  expect([await said(db, kept), await votes(kept)]).toEqual(["1: lasting less 1", 1]);
});

test("of one network's voices six a week count, also when two dupes become one (RULES.md 5.8)", async () => {
  const confirmed = { ...withoutEmail, emailsAreConfirmed: true, network: "campaign" };
  for (let n = 0; n < 12; n++) {
    const email = `bought${n}@gmail.com`;
    await addAccount(db, `bought${n}`, { email, createdAt: "2025-12-01" });
    const { now: at } = on(n < 6 ? "01" : "05");
    const vote = { dupeId: n < 6 ? kept : first, perfumeId: 1, voto: 1 as const };
    await castVote(db, `bought${n}`, vote, at, confirmed);
  }
  const votes = async () => (await db.selectFrom("dupes").select("likes").execute())[0]!.likes;
  await merge(db, old, into, by);
  expect(await votes()).toBe(6);
  await countDueReviews(db, now);
  expect(await votes()).toBe(12);
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

test("an undone merge does not bring back a verdict that operators removed since, until that is undone, too", async () => {
  await say(db, "ana", first, { lasting: "less" }, on("02"));
  await say(db, "ana", kept, { lasting: "more" }, on("01"));
  const entries: number[] = [];
  for (const act of [() => merge(db, old, into, by), () => removeVotes(db, "ana", "olga", now)])
    entries.push((await act()).entry);
  await undo(db, entries[0]!, "olga", now);
  const both = async () => [await said(db, first), await said(db, kept)];
  expect(await both()).toEqual(["nothing", "nothing"]);
  await undo(db, entries[1]!, "olga", now);
  expect(await both()).toEqual(["1: lasting less 1", "1: lasting more 1"]);
});

test("a removed bottle's verdicts go with it and return with its undo", async () => {
  await say(db, "ana", first, { lasting: "less" });
  const done = await remove(db, old, by);
  expect(await db.selectFrom("verdicts").selectAll().execute()).toEqual([]);
  await undo(db, done.entry, "olga", now);
  expect(await said(db, first)).toBe("1: lasting less 1");
});
