import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addAccount, emailOf } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { joinShelf } from "./adopt-visitor-shelf.ts";
import { addToShelf } from "./shelf-entries.ts";
import { askForWeeklyEmail, stopWeeklyEmail } from "./weekly-subscription.ts";
import { writeWeeklyEmails } from "./queue-weekly-emails.ts";

let db: Db;
let ana: string;
let aventus: number;
let sauvage: number;

const monday = new Date("2026-11-02T08:00:00.000Z");
const afterDays = (days: number) => new Date(monday.getTime() + days * 24 * 3600_000);
const sender = { origin: "https://sosia.test", sessionSecrets: ["secret"] };

const want = (perfumeId: number, at = monday, userId = ana) =>
  addToShelf(db, userId, { perfumeId, list: "want" }, at);
const ask = (userId = ana, language = "de", at = monday) =>
  askForWeeklyEmail(db, { userId, language }, at);
const digest = (at: Date) => writeWeeklyEmails(db, sender, at);
const written = () => db.selectFrom("outbox").selectAll().orderBy("id").execute();

/** Gives a bottle one dupe with this similarity, and both these prices. */
async function stand(bottle: number, similarity: number, cents?: number, currency = "EUR") {
  await db.deleteFrom("dupes").where("perfume_id", "=", bottle).execute();
  const id = await addDupe(db, bottle, "Zara", `Like ${bottle}`, { likes: 9 });
  await db.updateTable("dupes").set({ porcentaje: similarity }).where("id", "=", id).execute();
  const { dupe_perfume_id } = await db
    .selectFrom("dupes")
    .select("dupe_perfume_id")
    .where("perfume_id", "=", bottle)
    .executeTakeFirstOrThrow();
  for (const priced of [bottle, dupe_perfume_id]) {
    await db.deleteFrom("prices").where("perfume_id", "=", priced).execute();
    await db.deleteFrom("price_summaries").where("perfume_id", "=", priced).execute();
    if (cents !== undefined) await addPrice(db, priced, cents, monday, { currency });
  }
}

beforeEach(async () => {
  db = await freshDatabase();
  ana = await addAccount(db, "ana");
  aventus = await addPerfume(db, "Creed", "Aventus");
  sauvage = await addPerfume(db, "Dior", "Sauvage");
  await addShop(db, "druni.es");
  await stand(aventus, 90, 2000);
});
afterEach(() => db.destroy());

test("figures that exist when someone subscribes or adds a bottle are not news", async () => {
  await want(aventus);
  await ask();
  await want(sauvage, afterDays(1));
  expect(await digest(afterDays(8))).toBe(0);
  expect(await written()).toEqual([]);
});

test("a bottle is compared with its figures on the day on which it was added", async () => {
  await ask();
  await stand(sauvage, 80);
  await want(sauvage, afterDays(1));
  await stand(sauvage, 81);
  expect(await digest(afterDays(8))).toBe(1);
});

test("emails are due ten a second, so that others need not wait behind them", async () => {
  for (let n = 0; n < 21; n++) {
    const reader = await addAccount(db, `reader_${n}`);
    await want(aventus, monday, reader);
    await ask(reader);
  }
  await stand(aventus, 93);
  expect(await digest(afterDays(1))).toBe(21);
  const times = (await written()).map(({ next_attempt_at }) => Date.parse(next_attempt_at!));
  const after = (ms: number) => times.filter((time) => time === afterDays(1).getTime() + ms).length;
  expect([after(0), after(1000), after(2000)]).toEqual([10, 10, 1]);
});

test("a closer and a cheaper dupe are news once, together with the previous figures", async () => {
  await want(aventus);
  await ask();
  await stand(aventus, 93, 1800);
  expect(await digest(afterDays(1))).toBe(1);
  const [email] = await written();
  expect(email!.recipient).toBe(emailOf(ana));
  const path = perfumePath({ id: aventus, marca: "Creed", nombre: "Aventus" });
  for (const said of [
    `Aventus · Creed\n`,
    "93\u00a0% (vorher 90\u00a0%)\n",
    "18,00\u00a0€ · 100\u00a0ml (vorher 20,00\u00a0€)\n",
    `https://sosia.test/de${path}\n`,
  ])
    expect(email!.text).toContain(said);
  expect(email!.unsubscribe_url).toMatch(/^https:\/\/sosia\.test\/de\/shelf\/unsubscribe\?token=./);
  expect(await digest(afterDays(30))).toBe(0);
  expect(await written()).toHaveLength(1);
});

test("less similar and dearer dupes are not news, and comparisons use the last figures sent", async () => {
  await want(aventus);
  await ask();
  await stand(aventus, 80, 2500);
  expect(await digest(afterDays(8))).toBe(0);
  await stand(aventus, 89, 2100);
  expect(await digest(afterDays(16))).toBe(0);
  await stand(aventus, 80, 1999);
  expect(await digest(afterDays(24))).toBe(1);
  const { text } = (await written())[0]!;
  expect([text.includes("80\u00a0%"), text.includes("19,99\u00a0€")]).toEqual([false, true]);
});

test("prices in two currencies are never compared; the first figure and the first price are news", async () => {
  await want(aventus);
  await want(sauvage);
  await ask(ana, "en");
  await stand(aventus, 90, 1, "USD");
  expect(await digest(afterDays(1))).toBe(0);
  await stand(sauvage, 70, 900);
  expect(await digest(afterDays(2))).toBe(1);
  const { text } = (await written())[0]!;
  expect([text.includes("70%"), text.includes("€9.00")]).toEqual([true, true]);
  expect(text).not.toMatch(/\(was|Aventus/);
});

test("there is at most one email a week, about everything since the last", async () => {
  await want(aventus);
  await want(sauvage);
  await ask();
  await stand(aventus, 91, 2000);
  expect(await digest(afterDays(1))).toBe(1);
  await stand(aventus, 95, 2000);
  await stand(sauvage, 60);
  expect(await digest(afterDays(7.9))).toBe(0);
  expect(await digest(afterDays(8))).toBe(1);
  const { text } = (await written()).at(-1)!;
  for (const name of ["Aventus", "Sauvage"]) expect(text).toContain(name);
});

test("an email dated in the future, after the clock was set back, does not delay the next one", async () => {
  await want(aventus);
  await ask();
  await stand(aventus, 91);
  expect(await digest(afterDays(365))).toBe(1);
  await stand(aventus, 92);
  expect(await digest(afterDays(8))).toBe(1);
  await stand(aventus, 93);
  expect(await digest(afterDays(9))).toBe(0);
});

test("only subscribers with a confirmed address get it, about bottles they want, until they unsubscribe", async () => {
  const eva = await addAccount(db, "eva", { confirmed: false });
  const leo = await addAccount(db, "leo");
  const mia = await addAccount(db, "mia");
  for (const person of [ana, eva, leo, mia]) await want(aventus, monday, person);
  for (const person of [ana, eva, mia]) await ask(person);
  await addToShelf(db, mia, { perfumeId: aventus, list: "had" }, monday);
  await stand(aventus, 99);
  expect(await digest(afterDays(1))).toBe(1);
  expect((await written()).map(({ recipient }) => recipient)).toEqual([emailOf(ana)]);
  await stopWeeklyEmail(db, ana);
  await stand(aventus, 100);
  expect(await digest(afterDays(9))).toBe(0);
});

test("subscribing again changes the language and hides no news; after unsubscribing it starts afresh", async () => {
  await want(aventus);
  await ask();
  await stand(aventus, 95);
  await ask(ana, "it");
  expect(await digest(afterDays(1))).toBe(1);
  expect((await written())[0]!.text).toContain("https://sosia.test/it/shelf\n");
  await stopWeeklyEmail(db, ana);
  await stand(aventus, 99);
  await ask(ana, "it", afterDays(2));
  expect(await digest(afterDays(20))).toBe(0);
});

test("bottles adopted from a browser's shelf are not news, and a bottle never compared starts silently", async () => {
  await ask();
  const kept = [{ perfumeId: aventus, list: "want" as const, since: monday.toISOString() }];
  await joinShelf(db, ana, kept, monday);
  await db
    .insertInto("shelf")
    .values({ user_id: ana, perfume_id: sauvage, list: "want", since: monday.toISOString() })
    .execute();
  expect(await digest(afterDays(1))).toBe(0);
  await stand(sauvage, 70);
  expect(await digest(afterDays(2))).toBe(1);
});

test("two processes at once send one email, and an undeliverable address holds up nobody", async () => {
  const broken = await addAccount(db, "aaa", { email: "no address" });
  for (const person of [ana, broken]) {
    await want(aventus, monday, person);
    await ask(person);
  }
  await stand(aventus, 99);
  await Promise.all([digest(afterDays(1)), digest(afterDays(1))]);
  const queued = await db.selectFrom("outbox").select("recipient").execute();
  expect(queued).toEqual([{ recipient: emailOf(ana) }]);
});

test("a pass covers everybody, in every language, and yields in between", async () => {
  const people = Array.from({ length: 130 }, (_, at) => `person_${at}`);
  for (const [at, name] of people.entries()) {
    await addAccount(db, name);
    await want(aventus, monday, name);
    await ask(name, ["es", "de", "pt"][at % 3]);
  }
  await stand(aventus, 99);
  expect(await digest(afterDays(1))).toBe(130);
  expect(new Set((await written()).map(({ recipient }) => recipient)).size).toBe(130);
});

test("an aborted pass stops at the next yield", async () => {
  await want(aventus);
  await ask();
  await stand(aventus, 99);
  const ended = AbortSignal.abort();
  expect(await writeWeeklyEmails(db, sender, afterDays(1), ended)).toBe(0);
});
