import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addToShelf, joinShelf } from "./shelf-entries.ts";
import { askForWeeklyEmail, type Standing, stopWeeklyEmail } from "./weekly-subscription.ts";
import { type Digest, writeWeeklyEmails } from "./weekly-pass.ts";

let db: Db;
let ana: string;
let aventus: number;
let sauvage: number;
let standings: Map<number, Standing>;
let written: Digest[];

const monday = new Date("2026-11-02T08:00:00.000Z");
const afterDays = (days: number) => new Date(monday.getTime() + days * 24 * 3600_000);
const euros = (amount: number) => ({ amount, currency: "EUR" });

const standingsOf = (_db: Db, ids: readonly number[]) =>
  Promise.resolve(new Map(ids.map((id) => [id, standings.get(id)!])));
const emailOfDigest = (digest: Digest) => {
  written.push(digest);
  return { to: digest.email, subject: "News", text: "", html: "", unsubscribeUrl: "https://x" };
};
const want = (perfumeId: number, at = monday, userId = ana) =>
  addToShelf(db, userId, { perfumeId, list: "want" }, standingsOf, at);
const ask = (userId = ana, language = "de", at = monday) =>
  askForWeeklyEmail(db, { userId, language }, standingsOf, at);
const digest = (at: Date) => writeWeeklyEmails(db, standingsOf, emailOfDigest, at);

beforeEach(async () => {
  db = await freshDatabase();
  ana = await addAccount(db, "ana");
  aventus = await addPerfume(db, "Creed", "Aventus");
  sauvage = await addPerfume(db, "Dior", "Sauvage");
  standings = new Map([
    [aventus, { similarity: 90, price: euros(2000) }],
    [sauvage, { similarity: null, price: null }],
  ]);
  written = [];
});
afterEach(() => db.destroy());

test("what stands when one asks, or puts a bottle on the shelf, is no news", async () => {
  await want(aventus);
  expect(await ask()).toBe("on");
  await want(sauvage, afterDays(1));
  expect(await digest(afterDays(8))).toBe(0);
  expect(written).toEqual([]);
});

test("a closer and a cheaper dupe are news, once, with what was told before", async () => {
  await want(aventus);
  await ask();
  standings.set(aventus, { similarity: 93, price: euros(1800) });
  expect(await digest(afterDays(1))).toBe(1);
  expect(written).toMatchObject([
    {
      userId: ana,
      email: emailOf(ana),
      language: "de",
      news: [
        {
          perfume: { id: aventus, marca: "Creed", nombre: "Aventus" },
          closer: true,
          cheaper: true,
          before: { similarity: 90, price: euros(2000) },
        },
      ],
    },
  ]);
  expect(await digest(afterDays(30))).toBe(0);
  expect(await db.selectFrom("outbox").select(["recipient", "unsubscribe_url"]).execute()).toEqual([
    { recipient: emailOf(ana), unsubscribe_url: "https://x" },
  ]);
});

test("farther and dearer dupes are no news, and what was told stays what is compared", async () => {
  await want(aventus);
  await ask();
  standings.set(aventus, { similarity: 80, price: euros(2500) });
  expect(await digest(afterDays(8))).toBe(0);
  standings.set(aventus, { similarity: 89, price: euros(2100) });
  expect(await digest(afterDays(16))).toBe(0);
  standings.set(aventus, { similarity: 80, price: euros(1999) });
  expect(await digest(afterDays(24))).toBe(1);
  expect(written[0]!.news).toMatchObject([{ closer: false, cheaper: true }]);
});

test("prices of two currencies are never compared; the first figure and the first price are news", async () => {
  await want(aventus);
  await want(sauvage);
  await ask();
  standings.set(aventus, { similarity: 90, price: { amount: 1, currency: "USD" } });
  expect(await digest(afterDays(1))).toBe(0);
  standings.set(sauvage, { similarity: 70, price: euros(900) });
  expect(await digest(afterDays(2))).toBe(1);
  expect(written[0]!.news).toMatchObject([
    { closer: true, cheaper: true, before: { similarity: null, price: null } },
  ]);
});

test("there is one email a week at most, about all that came since", async () => {
  await want(aventus);
  await want(sauvage);
  await ask();
  standings.set(aventus, { similarity: 91, price: euros(2000) });
  expect(await digest(afterDays(1))).toBe(1);
  standings.set(aventus, { similarity: 95, price: euros(2000) });
  standings.set(sauvage, { similarity: 60, price: null });
  expect(await digest(afterDays(7.9))).toBe(0);
  expect(await digest(afterDays(8))).toBe(1);
  expect(written[1]!.news.map(({ perfume }) => perfume.id).toSorted()).toEqual(
    [aventus, sauvage].toSorted(),
  );
});

test("an email of a clock that has been set back since holds nobody's next one up", async () => {
  await want(aventus);
  await ask();
  standings.set(aventus, { similarity: 91, price: null });
  expect(await digest(afterDays(365))).toBe(1);
  standings.set(aventus, { similarity: 92, price: null });
  expect(await digest(afterDays(8))).toBe(1);
  standings.set(aventus, { similarity: 93, price: null });
  expect(await digest(afterDays(9))).toBe(0);
});

test("only who asked and has a confirmed address gets it, of what they want, until they end it", async () => {
  const eva = await addAccount(db, "eva", { confirmed: false });
  const leo = await addAccount(db, "leo");
  const mia = await addAccount(db, "mia");
  for (const person of [ana, eva, leo, mia]) await want(aventus, monday, person);
  for (const person of [ana, eva, mia]) await ask(person);
  await addToShelf(db, mia, { perfumeId: aventus, list: "had" }, standingsOf, monday);
  standings.set(aventus, { similarity: 99, price: null });
  expect(await digest(afterDays(1))).toBe(1);
  expect(written.map(({ userId }) => userId)).toEqual([ana]);
  await stopWeeklyEmail(db, ana);
  standings.set(aventus, { similarity: 100, price: null });
  expect(await digest(afterDays(9))).toBe(0);
});

test("asking again changes the language and hides no news; asking anew after ending it begins anew", async () => {
  await want(aventus);
  await ask();
  standings.set(aventus, { similarity: 95, price: null });
  await ask(ana, "it");
  expect(await digest(afterDays(1))).toBe(1);
  expect(written[0]!.language).toBe("it");
  await stopWeeklyEmail(db, ana);
  standings.set(aventus, { similarity: 99, price: null });
  await ask(ana, "it", afterDays(2));
  expect(await digest(afterDays(20))).toBe(0);
});

test("what came from a browser's shelf is no news either, and a bottle never compared begins silently", async () => {
  await ask();
  const kept = [{ perfumeId: aventus, list: "want" as const, since: monday.toISOString() }];
  await joinShelf(db, ana, kept, standingsOf, monday);
  await db
    .insertInto("shelf")
    .values({ user_id: ana, perfume_id: sauvage, list: "want", since: monday.toISOString() })
    .execute();
  expect(await digest(afterDays(1))).toBe(0);
  standings.set(sauvage, { similarity: 50, price: null });
  expect(await digest(afterDays(2))).toBe(1);
});

test("two processes at once send one email, and an address that nothing can be sent to holds nobody up", async () => {
  const broken = await addAccount(db, "aaa", { email: "no address" });
  for (const person of [ana, broken]) {
    await want(aventus, monday, person);
    await ask(person);
  }
  standings.set(aventus, { similarity: 99, price: null });
  await Promise.all([digest(afterDays(1)), digest(afterDays(1))]);
  const queued = await db.selectFrom("outbox").select("recipient").execute();
  expect(queued).toEqual([{ recipient: emailOf(ana) }]);
});

test("everybody is gone through, in every language, in turns", async () => {
  const people = Array.from({ length: 130 }, (_, at) => `person_${at}`);
  for (const [at, name] of people.entries()) {
    await addAccount(db, name);
    await want(aventus, monday, name);
    await ask(name, ["es", "de", "pt"][at % 3]);
  }
  standings.set(aventus, { similarity: 99, price: null });
  expect(await digest(afterDays(1))).toBe(130);
  expect(new Set(written.map(({ userId }) => userId)).size).toBe(130);
});

test("a pass that is ended early stops between two turns", async () => {
  await want(aventus);
  await ask();
  standings.set(aventus, { similarity: 99, price: null });
  const ended = AbortSignal.abort();
  expect(await writeWeeklyEmails(db, standingsOf, emailOfDigest, afterDays(1), ended)).toBe(0);
});
