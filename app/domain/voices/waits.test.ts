// The rule for every kind of voice (RULES.md 5.8).
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import { isTrusted } from "#app/domain/accounts/new-people.ts";
import type { Db } from "#db/database.ts";
import { addAccount } from "../../../tests/support/accounts.ts";
import { addDupe, addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice } from "../../../tests/support/prices.ts";
import { speakerOf, visitor } from "./speaker.ts";
import { distrustPerson, trustPerson, waitsForAge } from "./trust.ts";
import { deleteOldVoiceNetworks, dueIds, type Voiced, voiced, weigh } from "./waits.ts";
import { signUp } from "#app/domain/accounts/registration.ts";

const now = new Date("2026-02-03T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
const daysLater = (days: number) => hoursLater(24 * days);
const longAgo = daysLater(-30).toISOString();
const settings = { secrets: ["secret"], emailsAreConfirmed: true };
let db: Db;
let bottle: number;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Creed", "Aventus");
  for (const name of ["Club", "Asad"]) await addDupe(db, bottle, "Armaf", name);
  await addAccount(db, "author");
  for (const description of ["One", "Two"])
    await db
      .insertInto("dupe_reviews")
      .values({ dupe_id: 1, user_id: "author", description, created_at: longAgo })
      .execute();
  for (const shop of ["a.example", "b.example"]) await addPrice(db, bottle, 2490, now, { shop });
});

/** @param about the first thing of its kind, or the second */
const subjectOf = (table: Voiced, about: 1 | 2) =>
  ({
    user_votes: { dupe_id: about },
    verdicts: { dupe_id: about },
    blind_tests: { dupe_id: about },
    review_reports: { review_id: about },
    price_gone: { price_id: about },
    prices: {
      perfume_id: bottle,
      currency: "EUR",
      kind: "bottle",
      shop: about === 1 ? "a.example" : "b.example",
      size_ml: 50,
    },
  })[table] as Record<string, string | number>;

const rest = {
  user_votes: { voto: 1 },
  verdicts: { lasting: "less", updated_at: longAgo },
  get blind_tests() {
    return {
      code: randomUUID(),
      odd: 1,
      carries: "dupe",
      chosen: 1,
      found: 1,
      expires_at: longAgo,
    };
  },
  review_reports: { reason: "spam" },
  price_gone: {},
  prices: { amount_cents: 2000, seen_on: "2026-02-01" },
};
const states = {
  user_votes: ["counted", "waiting"],
  verdicts: ["counted", "waiting"],
  blind_tests: ["counted", "waiting"],
  prices: ["shown", "held"],
} as Record<Voiced, [string, string] | undefined>;

/** Stores a voice of a person, with all that `weigh` says of it. @returns whether it counts */
async function speak(
  table: Voiced,
  userId: string,
  { network = null as string | null, at = now, about = 1 as 1 | 2, earliest = "" } = {},
): Promise<boolean> {
  const by = await speakerOf(db, userId, network, settings);
  const weight = await weigh(db, table, subjectOf(table, about) as never, by, at, earliest);
  const counts = weight.counted_at !== null;
  const state = states[table]?.[counts ? 0 : 1];
  const row = { ...subjectOf(table, about), ...rest[table], ...weight, ...(state && { state }) };
  await db
    .insertInto(table as "user_votes")
    .values({ ...row, user_id: userId, created_at: at.toISOString() } as never)
    .execute();
  return counts;
}

/** @returns how many there were */
async function countDue(table: Voiced, at: Date): Promise<number> {
  const ids = await dueIds(db, table, at, 1000);
  const state = states[table]?.[0];
  for (const id of ids)
    await sql`update ${sql.table(table)} set counted_at = ${at.toISOString()}, counts_from = null
      ${state === undefined ? sql`` : sql`, state = ${state}`} where id = ${id}`.execute(db);
  return ids.length;
}

const join = (name: string, createdAt = longAgo, email = `${name}@gmail.com`) =>
  addAccount(db, name, { createdAt, email });

async function joinAll(count: number, domain = "gmail.com"): Promise<string[]> {
  const names = Array.from({ length: count }, (_, n) => `person${n}`);
  for (const name of names) await join(name, longAgo, `${name}@${domain}`);
  return names;
}

describe.each(voiced)("%s", (table) => {
  test("a new account's counts 72 hours after sign-up", async () => {
    await join("ana", now.toISOString());
    await join("bea", hoursLater(-72).toISOString());
    expect(await speak(table, "ana")).toBe(false);
    expect(await speak(table, "bea")).toBe(true);
    expect(await countDue(table, hoursLater(71.9))).toBe(0);
    expect(await countDue(table, hoursLater(72))).toBe(1);
    expect(await countDue(table, hoursLater(73))).toBe(0);
  });

  test("six of a network count on one subject, the others as soon as there is room", async () => {
    const people = await joinAll(14);
    const counted: boolean[] = [];
    for (const one of people.slice(0, 13))
      counted.push(await speak(table, one, { network: "office" }));
    expect(counted).toEqual([...Array(6).fill(true), ...Array(7).fill(false)]);
    expect(await speak(table, people[13]!, { network: "elsewhere" })).toBe(true);
    expect(await speak(table, people[0]!, { network: "office", about: 2 })).toBe(true);
    expect(await countDue(table, daysLater(6.9))).toBe(0);
    expect(await countDue(table, daysLater(7))).toBe(6);
    expect(await countDue(table, daysLater(8))).toBe(0);
    expect(await countDue(table, daysLater(14))).toBe(1);
  });

  test("those from a local address, without a network, have room", async () => {
    for (const one of await joinAll(8)) expect(await speak(table, one)).toBe(true);
  });

  test("one of an own mail domain counts on one subject, for good", async () => {
    await join("one", longAgo, "one@a.catchall.com");
    await join("two", longAgo, "two@b.catchall.com");
    await join("other", longAgo, "other@example.net");
    expect(await speak(table, "one")).toBe(true);
    expect(await speak(table, "two")).toBe(false);
    expect(await speak(table, "other")).toBe(true);
    expect(await speak(table, "two", { about: 2 })).toBe(true);
    expect(await countDue(table, daysLater(1000))).toBe(0);
  });

  test("of one domain's that become due together, the first counts, and the others hold up nobody", async () => {
    for (const name of ["one", "two", "three", "four", "five", "six", "seven"])
      await join(name, now.toISOString(), `${name}@catchall.com`);
    for (const name of ["one", "two", "three", "four", "five", "six", "seven"])
      await speak(table, name, { network: "carrier" });
    await join("ana", now.toISOString());
    await speak(table, "ana", { network: "carrier", at: hoursLater(1) });
    await countDue(table, daysLater(3));
    await countDue(table, daysLater(3));
    const counted = await sql<{ user_id: string }>`select user_id from ${sql.table(table)}
      where counted_at is not null and user_id is not null order by id`.execute(db);
    expect(counted.rows.map(({ user_id }) => user_id)).toEqual(["one", "ana"]);
  });

  test("a domain that became a large provider's binds nobody who speaks since", async () => {
    await join("ana");
    await speak(table, "ana");
    await sql`update ${sql.table(table)} set mail_domain = 'gmail.com, as its own'`.execute(db);
    await join("bea");
    expect(await speak(table, "bea")).toBe(true);
  });

  test("a suspended person's goes on waiting, a deleted one's counts in its time", async () => {
    for (const name of ["ana", "bea"]) {
      await join(name, now.toISOString());
      await speak(table, name);
    }
    const terms = { since: now.toISOString(), until: daysLater(10).toISOString(), entry: 1 };
    await addSuspension(db, "ana", terms);
    await db.deleteFrom("usuarios").where("id", "=", "bea").execute();
    expect(await countDue(table, daysLater(5))).toBe(1);
    expect(await countDue(table, daysLater(10))).toBe(1);
  });

  test("with the clock set back, an account from the future waits, and nothing counts twice", async () => {
    await join("ana", hoursLater(5).toISOString());
    await join("bea");
    expect(await speak(table, "ana")).toBe(false);
    expect(await speak(table, "bea", { at: hoursLater(5) })).toBe(true);
    expect(await countDue(table, hoursLater(76))).toBe(0);
    expect(await countDue(table, hoursLater(77))).toBe(1);
    expect(await countDue(table, hoursLater(-5))).toBe(0);
  });

  test("a network is known for 180 days, and longer where it waits for room", async () => {
    for (const one of await joinAll(7)) await speak(table, one, { network: "office" });
    const kept = async () => {
      const { rows } = await sql`select id from ${sql.table(table)}
        where network is not null`.execute(db);
      return rows.length;
    };
    await deleteOldVoiceNetworks(db, daysLater(180));
    expect(await kept()).toBe(7);
    await deleteOldVoiceNetworks(db, daysLater(180.1));
    expect(await kept()).toBe(1);
    await countDue(table, daysLater(180.1));
    await deleteOldVoiceNetworks(db, daysLater(360.2));
    expect(await kept()).toBe(0);
  });

  test("what waits because the account is new is due when an operator trusts the person, and waits again without that", async () => {
    await join("ana", now.toISOString());
    await speak(table, "ana", { at: hoursLater(1) });
    await trustPerson(db, "ana", hoursLater(2));
    expect(await isTrusted(db, "ana")).toBe(true);
    expect(await waitsForAge(db, "ana", settings, hoursLater(2))).toBe(false);
    expect(await distrustPerson(db, "ana", hoursLater(2))).toBe(hoursLater(72).toISOString());
    expect(await countDue(table, hoursLater(71.9))).toBe(0);
    await trustPerson(db, "ana", hoursLater(2));
    expect(await countDue(table, hoursLater(2))).toBe(1);
  });
});

test("what waits for more than the account's age goes on waiting for that when an operator trusts the person", async () => {
  await join("ana", now.toISOString());
  const earliest = hoursLater(72 + 24).toISOString();
  await speak("review_reports", "ana", { earliest });
  await trustPerson(db, "ana", hoursLater(2));
  expect(await countDue("review_reports", hoursLater(25.9))).toBe(0);
  expect(await countDue("review_reports", hoursLater(26))).toBe(1);
});

test("a visitor's voice never counts by itself", async () => {
  const weight = await weigh(db, "user_votes", { dupe_id: 1 }, visitor("office"), now);
  expect(weight).toMatchObject({ network: "office", counts_from: null, counted_at: null });
});

test("prices of an own mail domain that were refused or held leave its voice free", async () => {
  await join("one", longAgo, "one@catchall.com");
  await join("two", longAgo, "two@catchall.com");
  await speak("prices", "one");
  await db.updateTable("prices").set({ state: "refused" }).where("user_id", "=", "one").execute();
  expect(await speak("prices", "two")).toBe(true);
});

test("trust is taken back without a wait from an account that is old enough by then", async () => {
  await join("ana", now.toISOString());
  await trustPerson(db, "ana", now);
  expect(await distrustPerson(db, "ana", hoursLater(72))).toBeNull();
  expect(await waitsForAge(db, "ana", settings, hoursLater(72))).toBe(false);
});

test("whose address nobody confirmed, because the site had no SMTP then, does not count once it has", async () => {
  const names = { username: "mallory", fullName: "Mallory", passwordHash: "hash" };
  const invented = { ...names, email: "nobody.has.this@gmail.com" };
  const { userId } = (await signUp(db, invented, null, daysLater(-4))) as { userId: string };
  const by = await speakerOf(db, userId, "anywhere", settings);
  expect(await weigh(db, "user_votes", { dupe_id: 1 }, by, now)).toMatchObject({
    counted_at: null,
  });
});
