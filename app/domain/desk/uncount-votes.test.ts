// Unusual votes and verdicts: which are listed, uncounted, or found to be fine (RULES.md 10.29).
import { beforeEach, describe, expect, test } from "vitest";
import type { Ballots } from "#app/domain/reviews/due-voices.ts";
import { deleteOldLooks } from "#app/domain/reviews/looked-at.ts";
import { countUnusualVotes, listUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import {
  type Answers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { verdictOf } from "#app/domain/reviews/verdicts.ts";
import { votesOf } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { againAs, ballotsOn, giveBallot } from "../../../tests/support/ballot-kinds.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { merge } from "./catalog/merge.ts";
import { eraseAccount } from "./erase-account.ts";
import { lastDecision } from "./log/audit.ts";
import { grant } from "./roles.ts";
import { removeVotes, restore, suspend } from "./sanctions.ts";
import { acceptVotes, uncountVotes } from "./uncount-votes.ts";
import { excludeBy } from "./undo/exclusions.ts";
import { canBeUndone, undo } from "./undo/undo.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const later = daysLater(1 / 24);
const longAgo = daysLater(-200);
let db: Db;
let perfumeId: number;
let dupeId: number;
let people: number;

beforeEach(async () => {
  db = await freshDatabase();
  perfumeId = await addPerfume(db, "Creed", "Aventus");
  dupeId = await addDupe(db, perfumeId, "Armaf", "Club de Nuit");
  people = 0;
  await addAccount(db, "mod", { createdAt: longAgo.toISOString() });
  await grant(db, "mod", "moderator", null, now);
});

interface Given {
  table?: Ballots;
  isFor?: boolean;
  /** of a verdict */
  answers?: Partial<Answers>;
  network?: string;
  joined?: Date;
  to?: number;
  at?: Date;
}

const from = (network: string | null) => ({
  secrets: ["secret"],
  network,
  emailsAreConfirmed: false,
});

/** By people of networks of their own, unless they are told to share one. */
async function give(
  count: number,
  {
    table = "user_votes",
    isFor = true,
    answers,
    network,
    joined = longAgo,
    to,
    at = now,
  }: Given = {},
) {
  for (let n = 0; n < count; n++, people++) {
    const account = { createdAt: joined.toISOString(), email: `one${people}@gmail.com` };
    const name = await addAccount(db, `one${people}`, account);
    const options = { now: at, ballot: from(network ?? `net${people}`) };
    await (answers
      ? say(db, name, to ?? dupeId, answers, options)
      : giveBallot(db, table, name, to ?? dupeId, isFor, options));
  }
}

const unusual = async (at = now, page = 1) => (await listUnusualVotes(db, page, at)).unusual;
const seenAt = (last: Date, table: Ballots = "user_votes") => ({
  table,
  dupeId,
  last: last.getTime(),
});
const uncount = (table: Ballots = "user_votes", last = later, at = now) =>
  uncountVotes(db, seenAt(last, table), "One person", "mod", at);
const accept = (table: Ballots = "user_votes", last = now, at = now) =>
  acceptVotes(db, seenAt(last, table), "A club", "mod", at);
const undone = (entry: number, at = now) => undo(db, entry, "mod", at);
const figures = (table: Ballots = "user_votes") => ballotsOn(db, table, now, dupeId);
/** Another bottle with a dupe of the same look-alike. */
async function twin() {
  const into = await addPerfume(db, "Creed", "Aventus 2");
  return { into, kept: await addDupe(db, into, "Armaf", "Club de Nuit") };
}
const mergeInto = async (into: number) =>
  (await merge(db, perfumeId, into, { actor: "mod", now })).entry;

test.each([
  [10, [["minutes"]]],
  [11, []],
])("three tests within %i minutes are unusual for %j", async (last, reasons) => {
  for (const minute of [0, 5, last]) {
    const at = new Date(now.getTime() + minute * 60_000);
    await give(1, { table: "blind_tests", isFor: minute > 0, at });
  }
  expect((await unusual(later)).map((one) => one.reasons)).toEqual(reasons);
});

describe.each(["user_votes", "verdicts"] as const)("%s", (table) => {
  const name = table === "verdicts" ? "verdicts" : "votes";

  test("three of one network are unusual, and uncounting takes theirs alone", async () => {
    await give(2, { table, network: "office" });
    await give(3, { table, isFor: false });
    expect(await unusual()).toEqual([]);
    await give(1, { table, network: "office" });
    expect(await unusual()).toMatchObject([
      {
        table,
        dupeId,
        original: { nombre: "Aventus" },
        bottle: { nombre: "Club de Nuit" },
        votes: 6,
        networks: 4,
        young: 0,
        suspects: 3,
        reasons: ["networks"],
      },
    ]);
    expect(await uncount(table)).toMatchObject({ count: 3 });
    expect([await figures(table), await unusual()]).toEqual(["0 of 3", []]);
    const decision = { action: "uncount", reason: "One person" };
    const counts = { before: { [name]: 3 }, after: { [name]: 0 } };
    expect(await lastDecision(db, `dupe:${dupeId}`)).toMatchObject({ ...decision, ...counts });
  });

  test("those of accounts younger than a week are unusual, and uncounting takes theirs alone", async () => {
    await give(2, { table, joined: now });
    await give(1, { table, joined: daysLater(-7), isFor: false });
    expect(await unusual()).toEqual([]);
    await give(1, { table, joined: daysLater(-6.9) });
    expect(await unusual()).toMatchObject([{ votes: 4, young: 3, reasons: ["young"] }]);
    await uncount(table);
    expect(await figures(table)).toBe("0 of 1");
  });

  test("nine of ten alike are unusual, and only the nine are uncounted", async () => {
    await give(8, { table });
    await give(1, { table, isFor: false });
    expect(await unusual()).toEqual([]);
    await give(1, { table });
    expect(await unusual()).toMatchObject([{ votes: 10, alike: 9, reasons: ["direction"] }]);
    expect(await uncount(table)).toMatchObject({ count: 9 });
    expect(await figures(table)).toBe("0 of 1");
  });

  test("what the operator has not seen stays", async () => {
    await give(3, { table, network: "office" });
    const [{ last } = { last: 0 }] = await unusual();
    await give(2, { table, network: "office", at: later });
    await uncount(table, new Date(last));
    expect(await figures(table)).toBe("2 of 2");
  });

  test("whose author was uncounted sees it, and gives no other", async () => {
    await give(3, { table, network: "office" });
    await uncount(table);
    const own =
      table === "verdicts" ? verdictOf(db, "one0", dupeId) : votesOf(db, "one0", perfumeId);
    expect(await own).toEqual(
      table === "verdicts"
        ? saying({ lasting: "less" })
        : { [dupeId]: { voto: 1, isCounted: false } },
    );
    const options = { now: daysLater(31), ballot: from("home") };
    expect(await giveBallot(db, table, "one0", dupeId, true, options)).toBe(againAs[table]);
    expect(await figures(table)).toBe("0 of 0");
  });

  test("uncounting can be undone for 30 days, also after a merge, which leaves some to wait for room", async () => {
    await give(8, { table, network: "office" });
    const { entry } = await uncount(table);
    const decision = (await lastDecision(db, `dupe:${dupeId}`))!;
    expect(canBeUndone(decision, daysLater(30))).toBe(false);
    const { into, kept } = await twin();
    await mergeInto(into);
    dupeId = kept;
    await undone(entry, daysLater(29));
    expect(await figures(table)).toBe("6 of 6");
    expect(await outcomeOf(undone(entry))).toBe("undone-already");
  });

  test("what was looked at is not listed again for 30 days, changes no figure, and is in the log", async () => {
    await give(3, { table, network: "office" });
    expect(await accept(table)).toMatchObject({ count: 3 });
    expect([await unusual(), await countUnusualVotes(db, now)]).toEqual([[], 0]);
    expect(await figures(table)).toBe("3 of 3");
    const counts = { before: { [name]: 3 }, after: { [name]: 3 } };
    const decision = { action: "looked-at", reason: "A club" };
    expect(await lastDecision(db, `dupe:${dupeId}`)).toMatchObject({ ...decision, ...counts });
    const left = () => db.selectFrom("looked_at").select("entry").execute();
    await deleteOldLooks(db, daysLater(29.9));
    expect(await left()).toHaveLength(1);
    await deleteOldLooks(db, daysLater(30));
    expect(await left()).toEqual([]);
  });

  test("later ones are listed again once they are unusual on their own, and uncounted alone", async () => {
    await give(3, { table, network: "office" });
    await accept(table);
    await give(2, { table, network: "office", at: later });
    expect(await unusual(later)).toEqual([]);
    await give(1, { table, network: "office", at: later, isFor: false });
    expect(await unusual(later)).toMatchObject([{ votes: 3, suspects: 3 }]);
    expect(await uncount(table, later, later)).toMatchObject({ count: 3 });
    expect([await unusual(later), await figures(table)]).toEqual([[], "3 of 3"]);
  });

  test.each([
    ["that came while the operator looked", now],
    ["that a forged time to come would hide", daysLater(4)],
  ])("those %s have not been seen", async (_, last) => {
    await give(3, { table, network: "office" });
    await accept(table, last, last > now ? now : later);
    await give(3, { table, network: "shop", at: later });
    expect(await unusual(later)).toMatchObject([{ votes: 3 }]);
  });
});

test("that all was fine can be undone for 30 days, and then shows again", async () => {
  await give(5, { network: "office" });
  const { entry } = await accept();
  const decision = (await lastDecision(db, `dupe:${dupeId}`))!;
  expect(canBeUndone(decision, daysLater(29.9))).toBe(true);
  expect(canBeUndone(decision, daysLater(30))).toBe(false);
  await undone(entry);
  expect(await unusual()).toMatchObject([{ votes: 5 }]);
  expect(await outcomeOf(undone(entry))).toBe("undone-already");
});

test.each([
  ["uncount", uncount],
  ["looked-at", accept],
] as const)(
  "of two operators who press %s the second learns what the first did, whatever they press (RULES.md 10.5)",
  async (action, press) => {
    await give(5, { network: "office" });
    const outcomes = await Promise.all([outcomeOf(press()), outcomeOf(press())]);
    expect(outcomes.filter((one) => one === "stale")).toHaveLength(1);
    for (const second of [accept, uncount])
      await expect(second()).rejects.toMatchObject({ code: "stale", did: { action } });
    await expect(press("verdicts")).rejects.toMatchObject({ did: null });
  },
);

test("only operators decide on votes", async () => {
  await give(5, { network: "office" });
  await addAccount(db, "sam");
  for (const decide of [uncountVotes, acceptVotes])
    expect(await outcomeOf(decide(db, seenAt(now), "", "sam", now))).toBe("not-allowed");
  expect([await figures(), await unusual()]).toMatchObject(["5 of 5", [{ votes: 5 }]]);
});

test("the list says what the suspects say, and the others", async () => {
  for (const [count, network, isFor] of [
    [3, "office", true],
    [1, "office", false],
    [1, "home", true],
    [2, "cafe", false],
  ] as const)
    await give(count, { network, isFor });
  await give(3, { table: "verdicts", network: "office", isFor: false });
  await give(1, { table: "verdicts", network: "home", isFor: false });
  const answers = { verdicts: 3, lasting: { less: 0, same: 0, more: 3 } };
  expect(await unusual()).toMatchObject([
    { table: "user_votes", votes: 7, up: 4, down: 3, suspects: 4, said: { up: 3 } },
    { table: "verdicts", votes: 4, suspects: 3, said: { answers } },
  ]);
});

test("votes of honest people from everywhere are not unusual", async () => {
  for (let n = 0; n < 20; n++) await give(1, { isFor: n % 2 === 0 });
  await give(9, { network: "carrier", isFor: false });
  expect(await unusual()).toEqual([]);
});

test("louder dupes hide none: fifty on a page, those without a reason but their direction last", async () => {
  await give(11);
  const ids: number[] = [];
  for (let n = 0; n < 50; n++) {
    const dupe_id = await addDupe(db, perfumeId, "Armaf", `Loud ${n}`);
    const vote = { dupe_id, voto: 1 as const, created_at: now.toISOString() };
    const votes = Array.from({ length: 11 }, (_, at) => ({ ...vote, user_id: `one${at}` }));
    await db.insertInto("user_votes").values(votes).execute();
    ids.push(dupe_id);
  }
  const quiet = await addDupe(db, perfumeId, "Armaf", "Quiet");
  await give(5, { to: quiet, network: "office" });
  const dupesOn = async (page: number) => (await unusual(now, page)).map((one) => one.dupeId);
  expect(await dupesOn(1)).toEqual([quiet, dupeId, ...ids.slice(0, 48)]);
  expect(await dupesOn(2)).toEqual(ids.slice(48));
  expect(await countUnusualVotes(db, now)).toBe(52);
});

test("three votes can be unusual with fewer than 100 accounts, five with more", async () => {
  await give(4, { network: "office" });
  for (let n = 0; n < 94; n++) await addAccount(db, `reader${n}`);
  expect(await unusual()).toMatchObject([{ votes: 4 }]);
  await addAccount(db, "hundredth");
  expect(await unusual()).toEqual([]);
  await give(1, { network: "office" });
  expect(await unusual()).toMatchObject([{ votes: 5 }]);
});

test("votes that waited are of the week in which they count, whenever they were cast", async () => {
  await give(5, { network: "office", joined: daysLater(-16), at: daysLater(-13) });
  expect(await unusual()).toEqual([]);
  const counted_at = daysLater(-1).toISOString();
  await db.updateTable("user_votes").set({ counted_at }).execute();
  expect(await unusual()).toMatchObject([{ votes: 5, reasons: ["networks", "young"] }]);
  expect(await uncount()).toMatchObject({ count: 5 });
});

test("votes of one private mail domain are unusual, from however many networks", async () => {
  for (let n = 0; n < 4; n++) await give(1, { isFor: n % 2 === 0 });
  for (let n = 0; n < 4; n++) {
    const account = { createdAt: longAgo.toISOString(), email: `mailbox${n}@catchall.com` };
    const name = await addAccount(db, `mailbox${n}`, account);
    const ballot = { ...from(`own${n}`), emailsAreConfirmed: true };
    await giveBallot(db, "user_votes", name, dupeId, true, { now, ballot });
  }
  expect(await unusual()).toMatchObject([{ votes: 8, networks: 8, reasons: ["networks"] }]);
  expect(await uncount()).toMatchObject({ count: 4 });
  expect(await figures()).toBe("2 of 4");
});

test("a campaign of many networks whose accounts are old enough, and partly disagree, is unusual", async () => {
  for (let n = 0; n < 13; n++) {
    await give(5, { network: `shared${n}` });
    await give(1, { network: `shared${n}`, isFor: false });
  }
  expect(await unusual()).toMatchObject([{ votes: 78, reasons: ["networks"] }]);
});

/** No two of the first twenty agree about everything. */
const honest = (n: number) =>
  Object.fromEntries(
    questions.map((question, at) => [
      question,
      verdictQuestions[question][(n * (at + 1) + at) % 3],
    ]),
  );

test("twenty honest verdicts are not unusual, neither over months nor in one week", async () => {
  for (let n = 0; n < 20; n++) {
    const at = { joined: daysLater(-8 * n - 8), at: daysLater(-8 * n) };
    await give(1, { network: "office", answers: honest(people), ...at });
  }
  expect(await unusual()).toEqual([]);
  for (let n = 0; n < 19; n++) await give(1, { answers: honest(people) });
  expect(await unusual()).toEqual([]);
});

test("verdicts that give the same ten answers are unusual, fewer answers are not", async () => {
  const answers = { lasting: "more", opening: "same", again: "dupe" } as const;
  await give(3, { answers });
  expect(await unusual()).toEqual([]);
  await give(1, { answers });
  expect(await unusual()).toMatchObject([{ votes: 4, alike: 4, reasons: ["direction"] }]);
});

test("changed verdicts are looked at in the week of the change, those that only a merge's undo touched are not", async () => {
  await give(3, { table: "verdicts", network: "office", at: daysLater(-8) });
  await undone(await mergeInto((await twin()).into));
  expect(await unusual()).toEqual([]);
  for (let n = 0; n < 3; n++) await say(db, `one${n}`, dupeId, { lasting: "more" }, { now });
  expect(await unusual()).toMatchObject([{ votes: 3, alike: 3, reasons: ["networks"] }]);
});

test("a verdict changed since the operator looked stays", async () => {
  await give(1, { table: "verdicts", network: "office", at: daysLater(-8) });
  await give(3, { table: "verdicts", network: "office" });
  const [{ last } = { last: 0 }] = await unusual();
  await say(db, "one0", dupeId, { lasting: "more" }, { now: later });
  expect(await uncount("verdicts", new Date(last))).toMatchObject({ count: 3 });
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
});

test("people who gave verdicts and left are looked at like new accounts, invented people are not", async () => {
  await give(3, { table: "verdicts" });
  for (let n = 0; n < 3; n++) await eraseAccount(db, `one${n}`, true, ["secret"], now);
  expect(await unusual()).toMatchObject([{ votes: 3, young: 3, reasons: ["young"] }]);
  const { entry } = await uncount("verdicts");
  expect(await figures("verdicts")).toBe("0 of 0");
  await undone(entry);
  expect(await figures("verdicts")).toBe("3 of 3");

  await db.deleteFrom("verdicts").execute();
  await give(3, { table: "verdicts", network: "office" });
  await db.deleteFrom("accounts").where("user_id", "like", "one%").execute();
  expect(await unusual()).toEqual([]);
});

/** Five people of one network, who vote and give a verdict. */
async function giveBoth() {
  await give(5, { table: "verdicts", network: "office" });
  for (let n = 0; n < 5; n++)
    await giveBallot(db, "user_votes", `one${n}`, dupeId, true, { now, ballot: from("office") });
}

test("votes and verdicts of one dupe are listed, uncounted and looked at one by one", async () => {
  await giveBoth();
  expect((await unusual()).map(({ table }) => table)).toEqual(["user_votes", "verdicts"]);
  expect(await countUnusualVotes(db, now)).toBe(2);
  const votes = await uncount();
  expect(await figures("verdicts")).toBe("5 of 5");
  expect(await unusual()).toMatchObject([{ table: "verdicts" }]);
  await uncount("verdicts");
  await expect(uncount()).rejects.toMatchObject({ did: null });
  await expect(uncount("verdicts")).rejects.toMatchObject({ did: { before: { verdicts: 5 } } });
  await undone(votes.entry);
  expect(await figures("verdicts")).toBe("0 of 0");
  expect(await unusual()).toMatchObject([{ table: "user_votes" }]);
});

test("an undo restores an uncounted verdict as its author left it, and none of a person who is suspended until they are restored", async () => {
  await give(3, { table: "verdicts", network: "office" });
  const { entry } = await uncount("verdicts");
  await say(db, "one1", dupeId, { lasting: "more" }, { now });
  await suspend(db, "one0", { reason: "spam", days: null }, "mod", now);
  await undone(entry);
  expect(await figures("verdicts")).toBe("1 of 2");
  await restore(db, "one0", "mod", now);
  expect(await figures("verdicts")).toBe("2 of 3");
});

test.each(["uncounting", "removal"])(
  "what was uncounted, and its author's contributions removed, counts once both are undone, first the %s",
  async (first) => {
    await giveBoth();
    await addDupe(db, perfumeId, "Zara", "Vibrant");
    const uncounted = [(await uncount("verdicts")).entry, (await uncount()).entry];
    await say(db, "one0", dupeId + 1, { lasting: "less" }, { now });
    const removed = [(await removeVotes(db, "one0", "mod", now)).entry];
    const counts = async () => [await figures(), await figures("verdicts")];
    for (const some of first === "removal" ? [removed, uncounted] : [uncounted, removed]) {
      expect(await counts()).not.toContain("5 of 5");
      for (const entry of some) await undone(entry);
    }
    expect(await counts()).toEqual(["5 of 5", "5 of 5"]);
  },
);

test("what was uncounted counts once both later removals of its author's contributions are undone, too", async () => {
  await give(3, { table: "verdicts", network: "office" });
  const uncounting = await uncount("verdicts");
  const removals: number[] = [];
  for (const name of ["Vibrant", "Ebony"]) {
    const other = await addDupe(db, perfumeId, "Zara", name);
    await say(db, "one0", other, { lasting: "less" }, { now });
    removals.push((await removeVotes(db, "one0", "mod", now)).entry);
  }
  await undone(uncounting.entry);
  await undone(removals[1]!);
  expect(await figures("verdicts")).toBe("2 of 2");
  await undone(removals[0]!);
  expect(await figures("verdicts")).toBe("3 of 3");
});

test("who leaves and comes back casts no uncounted vote again, and an undo revives none (RULES.md 5.7, 9.11)", async () => {
  await give(5, { joined: now });
  const { entry } = await uncount();
  for (let n = 0; n < 5; n++) await eraseAccount(db, `one${n}`, true, ["secret"], now);
  await addAccount(db, "back", { email: "one0@gmail.com" });
  const again = { now: daysLater(4), ballot: from(null) };
  expect(await giveBallot(db, "user_votes", "back", dupeId, true, again)).toBe("already-voted");
  await outcomeOf(undone(entry));
  expect(await figures()).toBe("0 of 0");
});

test.each([false, true])(
  "an uncounted vote that a merge dropped counts again when the uncounting and then the merge are undone, and with them a removal (%s)",
  async (isRemoved) => {
    const { into, kept } = await twin();
    await give(5, { joined: now });
    const earlier = { now: daysLater(-1), ballot: from(null) };
    await giveBallot(db, "user_votes", "one0", kept, false, earlier);
    const entries = [(await uncount()).entry, await mergeInto(into)];
    if (isRemoved) entries.push((await removeVotes(db, "one0", "mod", now)).entry);
    for (const entry of entries) await undone(entry);
    expect(await figures()).toBe("5 of 5");
  },
);

test("votes from before their time of counting was kept count again after an undo", async () => {
  await give(5, { joined: now });
  await db.updateTable("user_votes").set({ counted_at: null }).execute();
  await undone((await uncount()).entry);
  expect(await figures()).toBe("5 of 5");
});

test("uncounted votes leave no room for more of their network", async () => {
  await give(6, { network: "office", joined: now });
  await uncount();
  await give(1, { network: "office" });
  expect(await figures()).toBe("0 of 0");
});

test("removed votes cannot be cast again by their mailbox, also after a merge (RULES.md 5.7, 10.18)", async () => {
  const { into, kept } = await twin();
  for (const n of [0, 1])
    await addAccount(db, `ana${n}`, {
      email: `ana+${n}@gmail.com`,
      createdAt: longAgo.toISOString(),
    });
  const cast = (name: string) =>
    giveBallot(db, "user_votes", name, dupeId, true, { now, ballot: from(null) });
  await cast("ana0");
  const { entry } = await removeVotes(db, "ana0", "mod", now);
  expect(await cast("ana1")).toBe("already-voted");
  await mergeInto(into);
  dupeId = kept;
  expect([await cast("ana0"), await cast("ana1")]).toEqual(["already-voted", "already-voted"]);
  expect(await figures()).toBe("0 of 0");
  await undone(entry);
  expect(await figures()).toBe("1 of 1");
});

test("a campaign of more votes than a statement has room for is uncounted", async () => {
  await give(1);
  const suspects = Array.from({ length: 70_000 }, (_, n) => 70_000 - n);
  const entry = (await lastDecision(db, "person:mod"))!.id;
  await excludeBy(db, entry, "user_votes", suspects, now);
  expect(await figures()).toBe("0 of 0");
});

test("a merge and its undo leave what was looked at as it was", async () => {
  await give(3, { network: "office" });
  await accept();
  await undone(await mergeInto((await twin()).into));
  expect(await unusual()).toEqual([]);
});

test("verdicts that were looked at are listed again when three of them were changed since", async () => {
  await give(3, { table: "verdicts", network: "office" });
  await accept("verdicts");
  for (const n of [0, 1, 2])
    await say(db, `one${n}`, dupeId, { lasting: "same" }, { now: later, ballot: from("office") });
  expect(await unusual(later)).toMatchObject([{ table: "verdicts", votes: 3 }]);
});
