import { beforeEach, expect, test } from "vitest";
import { countUnusualVotes, listUnusualVotes } from "#app/domain/reviews/unusual-votes.ts";
import {
  type Answers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { verdictOf } from "#app/domain/reviews/verdicts.ts";
import { castVote, votesOf } from "#app/domain/reviews/votes.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { said, say, saying } from "../../../tests/support/verdicts.ts";
import { merge } from "./catalog/merge.ts";
import { eraseAccount } from "./erase-account.ts";
import { lastDecision } from "./log/audit.ts";
import { grant } from "./roles.ts";
import { removeVotes, restore, suspend } from "./sanctions.ts";
import { uncountVotes } from "./uncount-votes.ts";
import { undo } from "./undo/undo.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const later = new Date(now.getTime() + 1);
const longAgo = daysLater(-200).toISOString();
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

interface Verdicts {
  answers?: Partial<Answers>;
  network?: string;
  joined?: Date | string;
  at?: Date;
}

const ballotFrom = (network: string) => ({
  secrets: ["secret"],
  network,
  emailsAreConfirmed: false,
});

/** By people of networks of their own, unless they are told to share one. */
async function give(
  count: number,
  { answers, network, joined = longAgo, at = now }: Verdicts = {},
) {
  for (let n = 0; n < count; n++, people++) {
    const createdAt = new Date(joined).toISOString();
    const name = await addAccount(db, `one${people}`, {
      createdAt,
      email: `one${people}@gmail.com`,
    });
    const ballot = ballotFrom(network ?? `net${people}`);
    await say(db, name, dupeId, answers ?? honest(people), { now: at, ballot });
  }
}

/** No two of the first twenty agree about everything. */
const honest = (n: number) =>
  Object.fromEntries(
    questions.map((question, at) => [
      question,
      verdictQuestions[question][(n * (at + 1) + at) % 3],
    ]),
  );

const longer = { lasting: "more" } as const;
const unusual = async () => (await listUnusualVotes(db, 1, now)).unusual;
const press = (last = later.getTime(), table: "user_votes" | "verdicts" = "verdicts") =>
  uncountVotes(db, { table, dupeId, last }, "One person", "mod", now);
const pressed = async () => (await press()).entry;
const undoOf = (entry: number) => undo(db, entry, "mod", now);

test("three verdicts of one network are unusual, and uncounting takes theirs alone (RULES.md 10.29)", async () => {
  await give(2, { network: "office", answers: longer });
  await give(3, { answers: { lasting: "less" } });
  expect(await unusual()).toEqual([]);
  await give(1, { network: "office", answers: longer });
  expect(await unusual()).toMatchObject([
    {
      table: "verdicts",
      dupeId,
      original: { nombre: "Aventus" },
      bottle: { nombre: "Club de Nuit" },
      votes: 6,
      networks: 4,
      young: 0,
      alike: 3,
      suspects: 3,
      reasons: ["networks"],
    },
  ]);
  expect(await press()).toMatchObject({ count: 3 });
  expect(await said(db, dupeId)).toBe("3: lasting less 3");
  expect(await unusual()).toEqual([]);
  expect(await lastDecision(db, `dupe:${dupeId}`)).toMatchObject({
    action: "uncount",
    before: { verdicts: 3 },
    after: { verdicts: 0 },
  });
});

test("three verdicts of accounts older than 72 hours, but younger than a week, are unusual", async () => {
  await give(3, { joined: daysLater(-4), answers: longer });
  expect(await unusual()).toMatchObject([{ young: 3, reasons: ["young"] }]);
  expect(await press()).toMatchObject({ count: 3 });
  expect(await said(db, dupeId)).toBe("nothing");
});

test("two young accounts of three are not unusual", async () => {
  await give(2, { joined: daysLater(-4) });
  await give(1);
  expect(await unusual()).toEqual([]);
});

test("twenty honest verdicts are not unusual, neither over months nor in one week", async () => {
  for (let n = 0; n < 20; n++)
    await give(1, { network: "office", joined: daysLater(-8 * n - 8), at: daysLater(-8 * n) });
  expect(await unusual()).toEqual([]);
  await give(19);
  expect(await unusual()).toEqual([]);
});

test("verdicts that give the same ten answers are unusual, fewer answers are not (RULES.md 10.29)", async () => {
  await give(3, { answers: { ...longer, opening: "same", again: "dupe" } });
  expect(await unusual()).toEqual([]);
  await give(1, { answers: { ...longer, opening: "same", again: "dupe" } });
  expect(await unusual()).toMatchObject([{ votes: 4, alike: 4, reasons: ["direction"] }]);
  await press();
  expect(await said(db, dupeId)).toBe("nothing");
});

test("nine of ten verdicts are the same: only the nine are uncounted", async () => {
  await give(8, { answers: { lasting: "more", again: "dupe" } });
  await give(1, { answers: { lasting: "more" } });
  expect(await unusual()).toEqual([]);
  await give(1, { answers: { lasting: "more", again: "dupe" } });
  expect(await press()).toMatchObject({ count: 9 });
  expect(await said(db, dupeId)).toBe("1: lasting more 1");
});

test("changed verdicts are looked at in the week of the change, those that only a merge's undo touched are not", async () => {
  await give(3, { network: "office", joined: daysLater(-100), at: daysLater(-8) });
  const twin = await addPerfume(db, "Creed", "Aventus 2");
  await addDupe(db, twin, "Armaf", "Club de Nuit");
  await undoOf((await merge(db, perfumeId, twin, { actor: "mod", now })).entry);
  expect(await unusual()).toEqual([]);
  for (let n = 0; n < 3; n++) await say(db, `one${n}`, dupeId, longer, { now });
  expect(await unusual()).toMatchObject([{ votes: 3, alike: 3, reasons: ["networks"] }]);
});

test("people who gave verdicts and left are looked at like new accounts, invented people are not", async () => {
  await give(3, { answers: longer });
  for (let n = 0; n < 3; n++) await eraseAccount(db, `one${n}`, true, ["secret"], now);
  expect(await unusual()).toMatchObject([{ votes: 3, young: 3, reasons: ["young"] }]);
  const entry = await pressed();
  expect(await said(db, dupeId)).toBe("nothing");
  await undoOf(entry);
  expect(await said(db, dupeId)).toBe("3: lasting more 3");

  await db.deleteFrom("verdicts").execute();
  await give(3, { network: "office" });
  await db.deleteFrom("accounts").where("user_id", "like", "one%").execute();
  expect(await unusual()).toEqual([]);
});

test("votes and verdicts of one dupe are uncounted one by one", async () => {
  await give(5, { network: "office", answers: longer });
  for (let n = 0; n < 5; n++)
    await castVote(db, `one${n}`, { dupeId, perfumeId, voto: 1 }, now, ballotFrom("office"));
  expect((await unusual()).map(({ table }) => table)).toEqual(["user_votes", "verdicts"]);
  expect(await countUnusualVotes(db, now)).toBe(2);
  const votes = (await press(later.getTime(), "user_votes")).entry;
  expect(await said(db, dupeId)).toBe("5: lasting more 5");
  expect(await unusual()).toMatchObject([{ table: "verdicts" }]);
  await press();
  await expect(press(later.getTime(), "user_votes")).rejects.toMatchObject({ did: null });
  await expect(press()).rejects.toMatchObject({ did: { before: { verdicts: 5 } } });
  await undoOf(votes);
  expect(await said(db, dupeId)).toBe("nothing");
  expect(await unusual()).toMatchObject([{ table: "user_votes" }]);
});

test("verdicts that the operator has not seen stay, those changed since, too", async () => {
  await give(1, { network: "office", answers: longer, joined: daysLater(-100), at: daysLater(-8) });
  await give(3, { network: "office", answers: longer });
  const [{ last } = { last: 0 }] = await unusual();
  await give(1, { network: "office", answers: { lasting: "same" }, at: later });
  await say(db, "one0", dupeId, { lasting: "less" }, { now: later });
  expect(await press(last)).toMatchObject({ count: 3 });
  expect(await said(db, dupeId)).toBe("2: lasting less 1, lasting same 1");
});

test("an undo restores what was uncounted as its authors left it, waiting or counted, also after a merge", async () => {
  await give(8, { network: "office", answers: longer });
  const entry = await pressed();
  await say(db, "one0", dupeId, { lasting: "less" }, { now });
  expect(await verdictOf(db, "one0", dupeId)).toEqual(saying({ lasting: "less" }));
  expect(await said(db, dupeId)).toBe("nothing");
  const twin = await addPerfume(db, "Creed", "Aventus 2");
  const kept = await addDupe(db, twin, "Armaf", "Club de Nuit");
  await merge(db, perfumeId, twin, { actor: "mod", now });
  await undoOf(entry);
  expect(await said(db, kept)).toBe("6: lasting less 1, lasting more 5");
  const waiting = db.selectFrom("verdicts").select("id").where("state", "=", "waiting").execute();
  expect(await waiting).toHaveLength(2);
});

test("an undo counts no verdict of a person who is suspended, until they are restored", async () => {
  await give(3, { network: "office", answers: longer });
  const entry = await pressed();
  await suspend(db, "one0", { reason: "spam", days: null }, "mod", now);
  await undoOf(entry);
  expect(await said(db, dupeId)).toBe("2: lasting more 2");
  await restore(db, "one0", "mod", now);
  expect(await said(db, dupeId)).toBe("3: lasting more 3");
});

test.each(["uncounting", "removal"])(
  "what was uncounted, and its author's contributions removed, counts once both are undone, first the %s",
  async (first) => {
    await give(5, { network: "office", answers: longer });
    for (let n = 0; n < 5; n++)
      await castVote(db, `one${n}`, { dupeId, perfumeId, voto: 1 }, now, ballotFrom("office"));
    await addDupe(db, perfumeId, "Zara", "Vibrant");
    const entries = [await pressed(), (await press(later.getTime(), "user_votes")).entry];
    await say(db, "one0", dupeId + 1, longer, { now });
    const removal = (await removeVotes(db, "one0", "mod", now)).entry;
    const inTurn = first === "removal" ? [[removal], entries] : [entries, [removal]];
    const counts = async () => [
      Object.values(await votesOf(db, "one0", perfumeId)).some(({ isCounted }) => isCounted),
      await said(db, dupeId),
    ];
    const all = [true, "5: lasting more 5"];
    for (const some of inTurn) {
      for (const isBack of await counts()) expect(all).not.toContain(isBack);
      for (const entry of some) await undoOf(entry);
    }
    expect(await counts()).toEqual(all);
  },
);

test("what was uncounted counts once both later removals of its author's contributions are undone, too", async () => {
  await give(3, { network: "office", answers: longer });
  const uncounting = await pressed();
  const removals: number[] = [];
  for (const name of ["Vibrant", "Ebony"]) {
    await say(db, "one0", await addDupe(db, perfumeId, "Zara", name), longer, { now });
    removals.push((await removeVotes(db, "one0", "mod", now)).entry);
  }
  await undoOf(uncounting);
  await undoOf(removals[1]!);
  expect(await said(db, dupeId)).toBe("2: lasting more 2");
  await undoOf(removals[0]!);
  expect(await said(db, dupeId)).toBe("3: lasting more 3");
});

test("uncounted verdicts are kept, so that their mailboxes give no others", async () => {
  await give(3, { network: "office", answers: longer });
  await press();
  const again = { now: daysLater(31), ballot: ballotFrom("home") };
  expect(await say(db, "one0", dupeId, longer, again)).toBe("changed");
  expect(await said(db, dupeId)).toBe("nothing");
});
