// "Checked, all fine" (RULES.md 10.29).
import { beforeEach, expect, test } from "vitest";
import { deleteOldLooks } from "#app/domain/reviews/looked-at.ts";
import { countUnusualVotes, listUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { say } from "../../../tests/support/verdicts.ts";
import { merge } from "./catalog/merge.ts";
import { lastDecision } from "./log/audit.ts";
import { grant } from "./roles.ts";
import { acceptVotes, uncountVotes } from "./uncount-votes.ts";
import { canBeUndone, undo } from "./undo/undo.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const day = 24 * 60 * 60 * 1000;
const hoursLater = (hours: number) => new Date(now.getTime() + (hours * day) / 24);
const later = hoursLater(1);
let db: Db;
let perfumeId: number;
let dupeId: number;
let people: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  people = 0;
  await addAccount(db, "mod");
  await grant(db, "mod", "moderator", null, now);
});

const longAgo = hoursLater(-24 * 200).toISOString();
const from = (network: string) => ({ ...withoutEmail, network });

async function vote(count: number, network: string, at = now, voto: 1 | -1 = 1) {
  for (let n = 0; n < count; n++) {
    const name = await addAccount(db, `voter${people++}`, { createdAt: longAgo });
    await castVote(db, name, { dupeId, perfumeId, voto }, at, from(network));
  }
}

async function give(count: number, network: string, at = now) {
  for (let n = 0; n < count; n++) {
    const name = await addAccount(db, `voter${people++}`, { createdAt: longAgo });
    await say(db, name, dupeId, { lasting: "more" }, { now: at, ballot: from(network) });
  }
}

type Table = "user_votes" | "verdicts";
const unusual = async (at = now) => (await listUnusualVotes(db, 1, at)).unusual;
const accept = (last = now.getTime(), table: Table = "user_votes", at = now, actor = "mod") =>
  acceptVotes(db, { table, dupeId, last }, "A club", actor, at);
const uncount = (last = now.getTime(), at = now) =>
  uncountVotes(db, { table: "user_votes", dupeId, last }, "One person", "mod", at);

test("what was looked at is not listed again, changes no figure, and is in the log", async () => {
  await vote(5, "office");
  expect(await accept()).toMatchObject({ count: 5 });
  expect([await unusual(), await countUnusualVotes(db, now)]).toEqual([[], 0]);
  const { likes } = await db
    .selectFrom("dupes")
    .select("likes")
    .where("id", "=", dupeId)
    .executeTakeFirstOrThrow();
  expect(likes).toBe(5);
  expect(await lastDecision(db, `dupe:${dupeId}`)).toMatchObject({
    action: "looked-at",
    reason: "A club",
    before: { votes: 5 },
    after: { votes: 5 },
  });
});

test("later votes are listed again once they are unusual on their own, and uncounted alone", async () => {
  await vote(5, "office");
  await accept();
  await vote(2, "office", later);
  expect(await unusual(later)).toEqual([]);
  await vote(1, "office", later, -1);
  expect(await unusual(later)).toMatchObject([{ votes: 3, suspects: 3, up: 2, said: { up: 2 } }]);
  expect(await uncount(later.getTime(), later)).toMatchObject({ count: 3 });
  expect(await unusual(later)).toEqual([]);
});

test("votes that came while the operator looked have not been seen", async () => {
  await vote(3, "office");
  const [{ last } = { last: 0 }] = await unusual();
  await vote(3, "shop", later);
  await accept(last, "user_votes", later);
  expect(await unusual(later)).toMatchObject([{ votes: 3 }]);
});

test("a forged time to come hides no later votes", async () => {
  await vote(3, "office");
  await accept(hoursLater(100).getTime());
  await vote(3, "office", later);
  expect(await unusual(later)).toMatchObject([{ votes: 3 }]);
});

test("it can be undone for 30 days, and then shows again; twice is once", async () => {
  await vote(5, "office");
  const entry = (await accept()).entry;
  const decision = (await lastDecision(db, `dupe:${dupeId}`))!;
  expect(canBeUndone(decision, hoursLater(24 * 30 - 1))).toBe(true);
  expect(canBeUndone(decision, hoursLater(24 * 30))).toBe(false);
  await undo(db, entry, "mod", now);
  expect(await unusual()).toMatchObject([{ votes: 5 }]);
  expect(await outcomeOf(undo(db, entry, "mod", now))).toBe("undone-already");
});

test("of two operators the second learns what the first did, whatever they press (RULES.md 10.5)", async () => {
  await vote(5, "office");
  const outcomes = await Promise.all([outcomeOf(accept()), outcomeOf(accept())]);
  expect(outcomes.filter((one) => one === "stale")).toHaveLength(1);
  for (const second of [accept, uncount])
    await expect(second()).rejects.toMatchObject({ code: "stale", did: { action: "looked-at" } });
  await expect(accept(now.getTime(), "verdicts")).rejects.toMatchObject({ did: null });
});

test("what somebody else has uncounted meanwhile cannot be found fine", async () => {
  await vote(5, "office");
  await uncount();
  await expect(accept()).rejects.toMatchObject({ code: "stale", did: { action: "uncount" } });
});

test("only operators find votes to be fine", async () => {
  await vote(5, "office");
  await addAccount(db, "sam");
  expect(await outcomeOf(accept(now.getTime(), "user_votes", now, "sam"))).toBe("not-allowed");
  expect(await unusual()).toHaveLength(1);
});

test("verdicts are looked at apart from votes, and again when three were changed since", async () => {
  await vote(3, "office");
  await give(3, "office");
  await accept(now.getTime(), "verdicts");
  expect(await unusual()).toMatchObject([{ table: "user_votes" }]);
  await accept();
  for (const n of [3, 4, 5])
    await say(db, `voter${n}`, dupeId, { lasting: "less" }, { now: later, ballot: from("office") });
  expect(await unusual(later)).toMatchObject([{ table: "verdicts", votes: 3 }]);
});

test("the list says what the suspects say, and the others", async () => {
  await vote(3, "office");
  await vote(1, "office", now, -1);
  await vote(1, "home");
  await vote(2, "cafe", now, -1);
  await give(3, "office");
  await give(1, "home");
  const answers = { verdicts: 3, lasting: { less: 0, same: 0, more: 3 } };
  expect(await unusual()).toMatchObject([
    { table: "user_votes", votes: 7, up: 4, down: 3, suspects: 4, said: { up: 3 } },
    { table: "verdicts", votes: 4, suspects: 3, said: { answers } },
  ]);
});

test("a merge and its undo leave what was looked at as it was", async () => {
  await vote(3, "office");
  await accept();
  const twin = await addPerfume(db, "Creed", "Aventus 2");
  await addDupe(db, twin, "Armaf", "Club de Nuit");
  const merged = await merge(db, perfumeId, twin, { actor: "mod", now });
  await undo(db, merged.entry, "mod", now);
  expect(await unusual()).toEqual([]);
});

test("after 30 days it is deleted", async () => {
  await vote(3, "office");
  await accept();
  const left = () => db.selectFrom("looked_at").select("entry").execute();
  await deleteOldLooks(db, hoursLater(24 * 30 - 1));
  expect(await left()).toHaveLength(1);
  await deleteOldLooks(db, hoursLater(24 * 30));
  expect(await left()).toEqual([]);
});
