import { beforeEach, expect, test } from "vitest";
import { countUnusualVotes, listUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import { castVote, votesOf } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount, withoutEmail } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { eraseAccount } from "./erase-account.ts";
import { merge, mergePerfumes } from "./catalog/merge.ts";
import { grant } from "./roles.ts";
import { removeVotes } from "./sanctions.ts";
import { uncountVotes } from "./uncount-votes.ts";
import { canBeUndone, undo } from "./undo/undo.ts";
import { excludeBy } from "./undo/exclusions.ts";
import { lastDecision } from "./log/audit.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const later = new Date(now.getTime() + 1);
const [longAgo, today] = [daysLater(-30).toISOString(), now.toISOString()];
let db: Db;
let perfumeId: number;
let dupeId: number;
let people: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  people = 0;
  await addAccount(db, "mod", { createdAt: longAgo });
  await grant(db, "mod", "moderator", null, now);
});

interface Votes {
  voto?: 1 | -1;
  network?: string | null;
  joined?: string;
  to?: number;
  at?: Date;
}

async function vote(
  count: number,
  { voto = 1, network = null, joined = longAgo, to, at = now }: Votes = {},
) {
  for (let n = 0; n < count; n++) {
    const name = await addAccount(db, `voter${people++}`, { createdAt: joined });
    const cast = { dupeId: to ?? dupeId, perfumeId, voto };
    await castVote(db, name, cast, at, {
      secrets: ["secret"],
      network,
      emailsAreConfirmed: false,
    });
  }
}

async function fromNetworks(count: number) {
  for (let n = 0; n < count; n++)
    await vote(1, { network: `net${people}`, voto: n % 2 === 0 ? 1 : -1 });
}

const unusual = async (page = 1) => (await listUnusualVotes(db, page, now)).unusual;
const press = (last = later.getTime(), at = now, actor = "mod") =>
  uncountVotes(db, { table: "user_votes", dupeId, last }, "One person", actor, at);
const uncounted = () => ({ [dupeId]: { voto: 1, isCounted: false } });
const figures = async () =>
  Object.values(
    await db
      .selectFrom("dupes")
      .select(["likes", "dislikes"])
      .where("id", "=", dupeId)
      .executeTakeFirstOrThrow(),
  );

test("votes of honest people from everywhere are not unusual (RULES.md 10.29)", async () => {
  await fromNetworks(20);
  await vote(9, { network: "carrier", voto: -1 });
  expect(await unusual()).toEqual([]);
});

test("louder dupes hide none: fifty on a page, those without a reason but their direction last", async () => {
  await vote(11);
  const ids: number[] = [];
  for (let n = 0; n < 50; n++) {
    const loud = await addDupe(db, perfumeId, "Armaf", `Loud ${n}`);
    const votes = Array.from({ length: 11 }, (_, at) => ({
      dupe_id: loud,
      user_id: `voter${at}`,
      voto: 1 as const,
      created_at: today,
    }));
    await db.insertInto("user_votes").values(votes).execute();
    ids.push(loud);
  }
  const quiet = await addDupe(db, perfumeId, "Armaf", "Quiet");
  await vote(5, { to: quiet, network: "office" });
  const dupesOn = async (page: number) => (await unusual(page)).map((one) => one.dupeId);
  expect(await dupesOn(1)).toEqual([quiet, dupeId, ...ids.slice(0, 48)]);
  expect(await dupesOn(2)).toEqual(ids.slice(48));
  expect(await countUnusualVotes(db, now)).toBe(52);
});

test("three votes can be unusual with fewer than 100 accounts, five with more", async () => {
  await vote(2, { network: "office" });
  expect(await unusual()).toEqual([]);
  await vote(2, { network: "office" });
  for (let n = 0; n < 94; n++) await addAccount(db, `reader${n}`);
  expect(await unusual()).toMatchObject([{ votes: 4 }]);
  await addAccount(db, "hundredth");
  expect(await unusual()).toEqual([]);
  await vote(1, { network: "office" });
  expect(await unusual()).toMatchObject([{ votes: 5 }]);
});

test("votes of two networks are unusual, and uncounting takes theirs alone (RULES.md 10.29)", async () => {
  await vote(4, { network: "one" });
  await vote(3, { network: "two" });
  await fromNetworks(4);
  expect(await unusual()).toMatchObject([
    {
      dupeId,
      original: { nombre: "Aventus" },
      bottle: { nombre: "Club de Nuit" },
      votes: 11,
      networks: 6,
      young: 0,
      up: 9,
      down: 2,
      reasons: ["networks"],
    },
  ]);
  expect(await press()).toMatchObject({ count: 7 });
  expect(await figures()).toEqual([2, 2]);
  expect(await unusual()).toEqual([]);
});

test("votes that waited are of the week in which they count, whenever they were cast (RULES.md 10.29)", async () => {
  const joined = daysLater(-16).toISOString();
  await vote(5, { network: "office", joined, at: daysLater(-13) });
  expect(await unusual()).toEqual([]);
  await db
    .updateTable("user_votes")
    .set({ counted_at: daysLater(-1).toISOString() })
    .execute();
  expect(await unusual()).toMatchObject([{ votes: 5, reasons: ["networks", "young"] }]);
  expect(await press()).toMatchObject({ count: 5 });
});

test("votes of one private mail domain are unusual, from however many networks (RULES.md 10.29)", async () => {
  await fromNetworks(4);
  for (let n = 0; n < 4; n++) {
    const email = `mailbox${n}@catchall.com`;
    const name = await addAccount(db, `mailbox${n}`, { createdAt: longAgo, email });
    const origin = { secrets: ["secret"], network: `own${n}`, emailsAreConfirmed: true };
    await castVote(db, name, { dupeId, perfumeId, voto: 1 }, now, origin);
  }
  expect(await unusual()).toMatchObject([{ votes: 8, networks: 8, reasons: ["networks"] }]);
  expect(await press()).toMatchObject({ count: 4 });
  expect(await figures()).toEqual([2, 2]);
});

test("votes of new accounts are unusual, and uncounting takes theirs alone (RULES.md 10.29)", async () => {
  await vote(3, { joined: today });
  await vote(2, { joined: daysLater(-6.9).toISOString() });
  await vote(2, { joined: daysLater(-7).toISOString(), voto: -1 });
  expect(await unusual()).toMatchObject([{ young: 5, reasons: ["young"] }]);
  await press();
  expect(await figures()).toEqual([0, 2]);
});

test("ten votes that all say the same are unusual, and all are uncounted (RULES.md 10.29)", async () => {
  await vote(9);
  expect(await unusual()).toEqual([]);
  await vote(1);
  expect(await unusual()).toMatchObject([{ votes: 10, reasons: ["direction"] }]);
  await press();
  expect(await figures()).toEqual([0, 0]);
});

test("a campaign of many networks whose accounts are old enough, and partly disagree, is unusual (RULES.md 10.29)", async () => {
  for (let n = 0; n < 13; n++) {
    await vote(5, { network: `net${n}` });
    await vote(1, { network: `net${n}`, voto: -1 });
  }
  expect(await unusual()).toMatchObject([{ votes: 78, reasons: ["networks"] }]);
});

test("nine of ten agree: only the nine are uncounted (RULES.md 10.29)", async () => {
  await vote(17);
  await vote(2, { voto: -1 });
  expect(await unusual()).toEqual([]);
  await vote(1);
  expect(await unusual()).toMatchObject([{ votes: 20, reasons: ["direction"] }]);
  expect(await press()).toMatchObject({ count: 18 });
  expect(await figures()).toEqual([0, 2]);
});

test("who leaves and comes back casts no uncounted vote again, and an undo revives none (RULES.md 5.7, 9.11)", async () => {
  await vote(5, { joined: today });
  await press();
  for (let n = 0; n < 5; n++) await eraseAccount(db, `voter${n}`, true, ["secret"], now);
  await addAccount(db, "back", { email: "voter0@example.org" });
  const ballot = { secrets: ["secret"], network: null, emailsAreConfirmed: false };
  const again = outcomeOf(
    castVote(db, "back", { dupeId, perfumeId, voto: 1 }, daysLater(4), ballot),
  );
  expect(await again).toBe("already-voted");
  const entry = (await lastDecision(db, `dupe:${dupeId}`))!;
  await outcomeOf(undo(db, entry.id, "mod", now));
  expect(await figures()).toEqual([0, 0]);
});

test("the second of two operators changes nothing and learns what the first did (RULES.md 10.5)", async () => {
  await vote(5, { joined: today });
  const outcomes = await Promise.all([outcomeOf(press()), outcomeOf(press())]);
  expect(outcomes.filter((one) => one === "stale")).toHaveLength(1);
  await expect(press()).rejects.toMatchObject({ code: "stale", did: { action: "uncount" } });
});

test("votes that the operator has not seen stay", async () => {
  await vote(5, { joined: today });
  const [{ last } = { last: 0 }] = await unusual();
  await vote(2, { joined: today, at: later });
  await press(last);
  expect(await figures()).toEqual([2, 0]);
});

test("only operators uncount votes", async () => {
  await vote(5, { joined: today });
  await addAccount(db, "sam");
  expect(await outcomeOf(press(later.getTime(), now, "sam"))).toBe("not-allowed");
  expect(await figures()).toEqual([5, 0]);
});

test("the author of an uncounted vote still sees it, and cannot vote again", async () => {
  await vote(5, { joined: today });
  await press();
  expect(await votesOf(db, "voter0", perfumeId)).toEqual(uncounted());
  const again = outcomeOf(
    castVote(db, "voter0", { dupeId, perfumeId, voto: 1 }, now, withoutEmail),
  );
  expect(await again).toBe("already-voted");
});

test("uncounting can be undone for 30 days, also after a merge (RULES.md 10.9)", async () => {
  await vote(8, { network: "office" });
  await press();
  const entry = (await lastDecision(db, `dupe:${dupeId}`))!;
  expect(entry).toMatchObject({ action: "uncount", reason: "One person", before: { votes: 8 } });
  expect(canBeUndone(entry, daysLater(30))).toBe(false);

  const other = await addPerfume(db, "Creed", "Aventus 2");
  const kept = await addDupe(db, other, "Armaf", "Club de Nuit");
  await mergePerfumes(db, perfumeId, other, now);
  dupeId = kept;
  await undo(db, entry.id, "mod", daysLater(29));
  // Two of them wait for room, as before.
  expect(await figures()).toEqual([6, 0]);
  expect(await outcomeOf(undo(db, entry.id, "mod", now))).toBe("undone-already");
});

test.each([false, true])(
  "an uncounted vote that a merge dropped counts again when the uncounting and then the merge are undone, and with them a removal (%s)",
  async (isRemoved) => {
    const other = await addPerfume(db, "Creed", "Aventus 2");
    const kept = await addDupe(db, other, "Armaf", "Club de Nuit");
    await vote(5, { joined: today });
    const earlier = { dupeId: kept, perfumeId: other, voto: -1 } as const;
    await castVote(db, "voter0", earlier, daysLater(-1), withoutEmail);
    const decisions: { entry: number }[] = [
      await press(),
      await merge(db, perfumeId, other, { actor: "mod", now }),
    ];
    if (isRemoved) decisions.push(await removeVotes(db, "voter0", "mod", now));
    for (const { entry } of decisions) await undo(db, entry, "mod", now);
    expect(await figures()).toEqual([5, 0]);
  },
);

test("votes from before their time of counting was kept count again after an undo", async () => {
  await vote(5, { joined: today });
  await db.updateTable("user_votes").set({ counted_at: null }).execute();
  await press();
  const entry = (await lastDecision(db, `dupe:${dupeId}`))!;
  await undo(db, entry.id, "mod", now);
  expect(await figures()).toEqual([5, 0]);
});

test("uncounted votes leave no room for more of their network", async () => {
  await vote(6, { network: "office", joined: today });
  await press();
  await vote(1, { network: "office" });
  expect(await figures()).toEqual([0, 0]);
});

test("removing a person's votes reaches uncounted ones, which come back as they were (RULES.md 10.18)", async () => {
  await vote(5, { joined: today });
  await press();
  const removed = await removeVotes(db, "voter0", "mod", now);
  await undo(db, removed.entry, "mod", now);
  expect(await votesOf(db, "voter0", perfumeId)).toEqual(uncounted());
  expect(await figures()).toEqual([0, 0]);
});

const voteOf = (name: string, to: number, onPage: number) => {
  const ballot = { secrets: ["secret"], network: null, emailsAreConfirmed: false };
  return outcomeOf(castVote(db, name, { dupeId: to, perfumeId: onPage, voto: 1 }, now, ballot));
};

test("removed votes cannot be cast again by their mailbox, also after a merge (RULES.md 5.7, 10.18)", async () => {
  const other = await addPerfume(db, "Creed", "Aventus 2");
  const kept = await addDupe(db, other, "Armaf", "Club de Nuit");
  for (const n of [0, 1])
    await addAccount(db, `ana${n}`, { email: `ana+${n}@gmail.com`, createdAt: longAgo });
  await voteOf("ana0", dupeId, perfumeId);
  const removed = await removeVotes(db, "ana0", "mod", now);
  expect(await voteOf("ana1", dupeId, perfumeId)).toBe("already-voted");
  await mergePerfumes(db, perfumeId, other, now);
  dupeId = kept;
  for (const name of ["ana0", "ana1"])
    expect(await voteOf(name, kept, other)).toBe("already-voted");
  expect(await figures()).toEqual([0, 0]);
  await undo(db, removed.entry, "mod", now);
  expect(await figures()).toEqual([1, 0]);
});

test("a campaign of more votes than a statement has room for is uncounted", async () => {
  await addAccount(db, "ana", { createdAt: longAgo });
  await voteOf("ana", dupeId, perfumeId);
  const suspects = Array.from({ length: 70_000 }, (_, n) => 70_000 - n);
  const entry = (await lastDecision(db, "person:mod"))!.id;
  await excludeBy(db, entry, "user_votes", suspects, now);
  expect(await figures()).toEqual([0, 0]);
});
