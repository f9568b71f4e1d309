import { beforeEach, expect, test } from "vitest";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { addPrice, addShop, confirmedPerson } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { decideSighting } from "./decide-sighting.ts";
import { bottleOfPrice, deleteOldGoneWords, sayGone } from "./gone.ts";
import { sightingsOf } from "./sightings.ts";
import { addOwner } from "../../../tests/support/accounts.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";

type Person = Speaker & { userId: string };

const now = new Date("2026-11-12T10:00:00.000Z");
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
let db: Db;
let bottle: number;
let price: number;
let author: Person;
let others: Person[];

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es");
  author = await confirmedPerson(db, "ana", null, "home");
  others = await Promise.all(
    ["bea", "eva", "leo", "mia"].map((name) => confirmedPerson(db, name, null, `home of ${name}`)),
  );
  price = await seen(2490, author);
});

async function seen(amount: number, by: Person, at = now): Promise<number> {
  const sighting = {
    amount,
    currency: "EUR",
    size: 105,
    shop: "druni.es",
    kind: "bottle" as const,
  };
  return (await addSighting(db, bottle, { ...sighting, seenOn: "2026-11-12" }, by, at)).id;
}
const gone = (by: Person, id = price, at = now) => outcomeOf(sayGone(db, id, by, at));
const find = (id = price) =>
  db
    .selectFrom("prices")
    .select(["state", "disputed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("three distinct voices hold a price that one person reported; fewer hide nothing", async () => {
  expect(await gone(others[0]!)).toBe("noted");
  expect(await gone(others[0]!)).toBe("said-already");
  expect(await gone(others[1]!)).toBe("noted");
  expect(await sightingsOf(db, bottle, { now })).toHaveLength(1);
  expect(await gone(others[2]!)).toBe("held");
  expect(await sightingsOf(db, bottle, { now })).toEqual([]);
  expect(await gone(others[3]!)).toBe("no-such-price");
});

test("people of one network, or of one own mail domain, are one voice", async () => {
  for (const by of others) expect(await gone({ ...by, network: "office" })).toBe("noted");
  price = await seen(2590, author);
  for (const by of others) expect(await gone({ ...by, mailDomain: "catchall.com" })).toBe("noted");
  expect(await find()).toEqual({ state: "shown", disputed: 0 });
});

test("nothing but an operator holds a vouched price: three voices only ask one", async () => {
  const imported = await addPrice(db, bottle, 2995, now);
  for (const by of others.slice(0, 3)) expect(await gone(by, imported)).toBe("noted");
  expect(await find(imported)).toEqual({ state: "shown", disputed: 1 });
  await decideSighting(db, imported, { state: "shown", actor: "olga", reason: null }, after(1));
  expect(await find(imported)).toEqual({ state: "shown", disputed: 0 });
  expect(await gone(others[3]!, imported, after(2))).toBe("noted");
  expect(await gone(others[0]!, imported, after(2))).toBe("noted");
  expect(await find(imported)).toEqual({ state: "shown", disputed: 0 });
});

test("a new account's word waits for three days, and then counts by itself", async () => {
  const young = others.map((by) => ({ ...by, isTrusted: false }));
  await db.updateTable("usuarios").set({ created_at: now.toISOString() }).execute();
  for (const by of young.slice(0, 3)) expect(await gone(by)).toBe("noted");
  expect(await countDueVoices(db, after(2.9))).toEqual([]);
  expect((await countDueVoices(db, after(3))).map(({ id }) => id)).toEqual([bottle]);
  expect(await find()).toEqual({ state: "held", disputed: 0 });
});

test("only its author withdraws a price, also after coming back with the same mailbox", async () => {
  expect(await gone(author)).toBe("withdrawn");
  expect((await find()).state).toBe("refused");
  price = await seen(2490, author);
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  const again = await confirmedPerson(db, "ana2");
  expect(await gone({ ...again, mailboxes: author.mailboxes })).toBe("withdrawn");
});

test("a price that others said is gone waits when its author sends it again", async () => {
  for (const by of others.slice(0, 3)) await gone(by);
  const id = await seen(2490, author);
  expect(id).toBe(price);
  expect((await find(await seen(2500, author))).state).toBe("held");
  expect((await find(await seen(2490, others[3]!))).state).toBe("shown");
});

test("a price that others said is gone waits also when its author has sent another one in between", async () => {
  for (const by of others.slice(0, 3)) await gone(by);
  expect((await find(await seen(3490, author))).state).toBe("shown");
  expect((await find(await seen(2490, author))).state).toBe("held");
});

test("a price of another page, and a person who is gone or suspended, are told apart", async () => {
  expect(await outcomeOf(bottleOfPrice(db, price, [bottle + 1]))).toBe("no-such-price");
  expect(await gone(others[0]!, 999)).toBe("no-such-price");
  expect(await gone({ ...author, userId: "nobody" })).toBe("no-such-person");
});

test("words are forgotten when no price can be that old", async () => {
  await gone(others[0]!);
  await deleteOldGoneWords(db, after(180));
  expect(await db.selectFrom("price_gone").selectAll().execute()).toHaveLength(1);
  await deleteOldGoneWords(db, after(182));
  expect(await db.selectFrom("price_gone").selectAll().execute()).toEqual([]);
});

test("a price that others said is gone waits when its author leaves, comes back and sends it again", async () => {
  for (const by of others.slice(0, 3)) await gone(by);
  await eraseAccount(db, author.userId, true, ["secret"], now);
  const back = {
    ...(await confirmedPerson(db, "ana2", null, "home")),
    mailboxes: author.mailboxes,
  };
  expect((await find(await seen(2490, back))).state).toBe("held");
});
