import { beforeEach, expect, test } from "vitest";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson, visitorFrom } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { bestOffers } from "./bottle-prices.ts";
import { usualPrices } from "./prices-for-desk.ts";
import { decideSighting } from "./decide-sighting.ts";
import { sayGone } from "./gone-votes.ts";
import type { Voter } from "./voter.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
let db: Db;
let bottle: number;
let [ana, bea, eva] = [visitorFrom("a"), visitorFrom("b"), visitorFrom("c")];

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es");
  await addShop(db, "primor.eu");
  ana = await confirmedPerson(db, "ana");
  bea = await confirmedPerson(db, "bea");
  eva = await confirmedPerson(db, "eva");
});

const see = async (by: Voter, amount: number, shop = "druni.es", to = bottle, size = 100) => {
  const sighting = { amount, currency: "EUR", size, kind: "bottle", seenOn: "2026-11-12" };
  const result = await addSighting(db, to, { ...sighting, shop } as never, by, now);
  return "because" in result ? result.because : result.outcome;
};
const states = async () =>
  (await db.selectFrom("prices").select(["amount_cents", "state"]).orderBy("id").execute()).map(
    ({ amount_cents, state }) => `${amount_cents} ${state}`,
  );
const vouched = async () => {
  const offers = await bestOffers(db, [bottle], { now, only: "vouched" });
  return offers.get(bottle)?.get("EUR")?.cheapest.amount ?? null;
};

test("an unusual first price waits until a second person agrees within a quarter (RULES.md 4.4)", async () => {
  expect(await see(ana, 100)).toBe("unusual-first-price");
  expect(await see(ana, 110)).toBe("unusual-first-price");
  expect(await see(visitorFrom("v"), 105)).toBe("signed-out");
  expect(await see(bea, 138)).toBe("unusual-first-price");
  expect(await see(eva, 137)).toBe("shown");
  expect(await states()).toEqual(["100 held", "110 shown", "105 held", "138 shown", "137 shown"]);
});

test("an equal sighting by a second person shows the first one (RULES.md 4.4)", async () => {
  expect(await see(ana, 100)).toBe("unusual-first-price");
  expect(await see(ana, 100)).toBe("same");
  expect(await see(bea, 100)).toBe("shown");
  expect(await states()).toEqual(["100 shown"]);
  expect(await vouched()).toBe(100);
});

test("a visitor's equal sighting, which came first, keeps nobody from agreeing (RULES.md 4.4)", async () => {
  expect(await see(visitorFrom("v"), 100)).toBe("signed-out");
  expect(await see(ana, 100)).toBe("unusual-first-price");
  expect(await see(visitorFrom("w"), 100)).toBe("same");
  expect(await see(bea, 100)).toBe("shown");
  expect(await vouched()).toBe(100);
});

test("a smaller bottle at the same price per ml vouches for no other, and a tiny one waits (RULES.md 4.4, 4.10)", async () => {
  const other = await addPerfume(db, "Zara", "Vibrant Leather");
  expect(await see(ana, 15, "druni.es", other, 0.5)).toBe("unusual-first-price");
  expect(await see(ana, 3000)).toBe("shown");
  expect(await see(bea, 15, "primor.eu", bottle, 0.5)).toBe("unusual-price");
  expect(await see(bea, 990, "primor.eu", bottle, 33)).toBe("unusual-price");
  expect(await see(bea, 1020, "primor.eu", bottle, 34)).toBe("shown");
  expect(await vouched()).toBeNull();
  expect(await see(eva, 990, "druni.es", bottle, 34)).toBe("shown");
  expect(await vouched()).toBe(990);
});

test("one person's price gives way to two people who agree (RULES.md 4.4)", async () => {
  expect(await see(ana, 400)).toBe("shown");
  expect(await see(bea, 2400)).toBe("unusual-price");
  expect(await see(bea, 2450)).toBe("unusual-price");
  expect(await see(eva, 2490, "primor.eu")).toBe("shown");
  expect(await states()).toEqual(["400 held", "2400 shown", "2450 shown", "2490 shown"]);
  expect(await vouched()).toBe(2400);
});

test("what two people or an operator stand behind does not give way (RULES.md 4.4)", async () => {
  await addPrice(db, bottle, 400, now);
  expect(await see(bea, 2400)).toBe("unusual-price");
  expect(await see(eva, 2490)).toBe("unusual-price");
  const other = await addPerfume(db, "Zara", "Vibrant Leather");
  expect(await see(ana, 400, "druni.es", other)).toBe("shown");
  expect(await see(visitorFrom("v"), 400, "druni.es", other)).toBe("same");
  expect(await see(bea, 400, "druni.es", other)).toBe("same");
  expect(await see(bea, 2400, "druni.es", other)).toBe("unusual-price");
  expect(await see(eva, 2400, "druni.es", other)).toBe("same");
});

test("a price said to be gone, of a suspended person or from an unknown shop agrees with nobody's", async () => {
  expect(await see(ana, 2400)).toBe("shown");
  const { id } = await db.selectFrom("prices").select("id").executeTakeFirstOrThrow();
  await sayGone(db, id, [bottle], bea, now);
  expect(await see(ana, 100, "Elsewhere")).toBe("unknown-shop");
  expect(await see(eva, 105)).toBe("unusual-first-price");
  expect(await states()).toEqual(["2400 held", "100 held", "105 held"]);
});

test("whoever deletes their account and comes back is not a second person (RULES.md 5.7)", async () => {
  expect(await see(ana, 100)).toBe("unusual-first-price");
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  expect(await see({ ...(await confirmedPerson(db, "ana2")), hashes: ana.hashes }, 110)).toBe(
    "unusual-first-price",
  );
});

test("from twenty bottles on, what is usual comes from the catalogue (RULES.md 4.4)", async () => {
  for (let at = 0; at < 20; at++) {
    const other = await addPerfume(db, "Dior", `Bottle ${at}`);
    await addPrice(db, other, 4000 + 100 * at, now, { shop: "primor.eu" });
  }
  expect(await see(ana, 1999)).toBe("unusual-first-price");
  expect(await see(ana, 12_000)).toBe("unusual-first-price");
  expect(await see(ana, 2100)).toBe("shown");
});

test("one person's prices do not shift what is usual (RULES.md 4.4)", async () => {
  for (let at = 0; at < 20; at++)
    await see(ana, 4000, "druni.es", await addPerfume(db, "Dior", `Bottle ${at}`));
  expect(await see(ana, 300)).toBe("shown");
});

test("two people who agree, an operator or an import vouch for a price (RULES.md 4.10)", async () => {
  expect(await see(ana, 2000)).toBe("shown");
  expect(await see(ana, 2100, "primor.eu")).toBe("shown");
  expect(await vouched()).toBeNull();
  expect(await see(bea, 2600)).toBe("shown");
  expect(await vouched()).toBe(2100);
  expect(await see(bea, 2000)).toBe("same");
  expect(await vouched()).toBe(2000);
  await see(visitorFrom("v"), 1500);
  const held = await db.selectFrom("prices").select("id").where("state", "=", "held").execute();
  await decideSighting(db, held[0]!.id, { state: "shown", actor: null, reason: null }, now);
  expect(await vouched()).toBe(1500);
  await addPrice(db, bottle, 1400, now);
  expect(await vouched()).toBe(1400);
});

test("a person is one voice in the median, however many prices they add (RULES.md 5.7)", async () => {
  const dora = await confirmedPerson(db, "dora");
  for (const [by, amount] of [
    [ana, 8000],
    [bea, 8100],
    [eva, 8200],
  ] as const)
    expect(await see(by, amount)).toBe("shown");
  for (const amount of [2800, 2801, 2802, 2803]) expect(await see(dora, amount)).toBe("shown");
  const medians = await usualPrices(db, [bottle]);
  expect(medians.find(({ kind }) => kind === "bottle")?.median_per_100_ml).toBe(8050);
  expect(await see(await confirmedPerson(db, "fay"), 8500)).toBe("shown");
});

test("sending a price again undoes neither another person's word nor an operator's (RULES.md 4.6)", async () => {
  for (const by of [bea, eva]) await see(by, 2400);
  expect(await see(ana, 1000)).toBe("shown");
  const { id } = await db
    .selectFrom("prices")
    .select("id")
    .where("amount_cents", "=", 1000)
    .executeTakeFirstOrThrow();
  await sayGone(db, id, [bottle], bea, now);
  expect(await see(ana, 1000)).toBe("same");
  expect(await see(ana, 1001)).toBe("disputed");
  expect((await states()).slice(-2)).toEqual(["1000 held", "1001 held"]);
  expect(await see(eva, 1000)).toBe("shown");
});

const ofCatchAll = (...names: string[]) =>
  Promise.all(names.map((name) => confirmedPerson(db, name, "catchall.com")));

test("mailboxes of one own domain are no second person, neither for a held price nor for a shown one (RULES.md 5.7)", async () => {
  const [one, two, three] = await ofCatchAll("one", "two", "three");
  expect(await see(one!, 100)).toBe("unusual-first-price");
  expect(await see(two!, 110)).toBe("unusual-first-price");
  expect(await see(ana, 105)).toBe("shown");
  const other = await addPerfume(db, "Zara", "Vibrant Leather");
  const offered = async () =>
    (await bestOffers(db, [other], { now, only: "vouched" })).get(other)?.get("EUR")?.cheapest;
  expect(await see(one!, 2000, "druni.es", other)).toBe("shown");
  expect(await see(two!, 2100, "primor.eu", other)).toBe("shown");
  expect(await see(three!, 2000, "druni.es", other)).toBe("same");
  expect(await offered()).toBeUndefined();
  expect(await see(bea, 2000, "druni.es", other)).toBe("same");
  expect(await offered()).toMatchObject({ amount: 2000 });
});

test("mailboxes of one own domain give way to two people, and are one voice in the median (RULES.md 5.7)", async () => {
  const mailboxes = await ofCatchAll("one", "two", "three");
  for (const [at, by] of mailboxes.entries()) expect(await see(by, 400 + at)).toBe("shown");
  expect(await see(bea, 2400)).toBe("unusual-price");
  expect(await see(eva, 2490, "primor.eu")).toBe("shown");
  expect((await states()).slice(0, 3)).toEqual(["400 held", "401 held", "402 held"]);
  for (const [at, by] of mailboxes.entries()) expect(await see(by, 900 + at)).toBe("shown");
  const medians = await usualPrices(db, [bottle]);
  expect(medians.find(({ kind }) => kind === "bottle")?.median_per_100_ml).toBe(2400);
});

test("a mailbox of the same own domain cannot send a price again that others dispute (RULES.md 4.6, 5.7)", async () => {
  const [one, two] = await ofCatchAll("one", "two");
  expect(await see(one!, 1000)).toBe("shown");
  const { id } = await db.selectFrom("prices").select("id").executeTakeFirstOrThrow();
  await sayGone(db, id, [bottle], bea, now);
  expect(await see(two!, 1001)).toBe("disputed");
});
