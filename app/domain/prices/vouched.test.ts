import { beforeEach, expect, test } from "vitest";
import { refuse } from "#app/domain/desk/queue/decide.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { suspend } from "#app/domain/desk/sanctions.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop, confirmedPerson, visitorFrom } from "../../../tests/support/prices.ts";
import { addSighting } from "./add-sighting.ts";
import { bestOffers } from "./bottle-prices.ts";
import { setShopState } from "./import-shops.ts";
import { decideSighting } from "./decide-sighting.ts";
import { sayGone } from "./gone.ts";
import { usualPrices } from "./prices-for-desk.ts";
import { addOwner } from "../../../tests/support/accounts.ts";
import type { Sighting } from "./read-sighting.ts";
import { sightingsOf } from "./sightings.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
let db: Db;
let bottle: number;
let [ana, bea, eva]: Speaker[] = [];

beforeEach(async () => {
  db = await freshDatabase();
  await addOwner(db);
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  ana = await confirmedPerson(db, "ana", null, "home");
  bea = await confirmedPerson(db, "bea", null, "office");
  eva = await confirmedPerson(db, "eva", null, "school");
  await addShop(db, "druni.es");
  await addShop(db, "primor.eu");
});

/** @returns the outcome, or why it is held */
async function see(
  by: Speaker | undefined,
  amount: number,
  { id = bottle, ...more }: Partial<Sighting> & { id?: number } = {},
) {
  const sighting = {
    amount,
    currency: "EUR",
    size: 100,
    shop: "druni.es",
    kind: "bottle",
  } as const;
  const seen = { ...sighting, seenOn: "2026-11-12", ...more };
  const outcome = await addSighting(db, id, seen, by!, now);
  return "because" in outcome ? outcome.because : outcome.outcome;
}

const states = async () => {
  const rows = await db
    .selectFrom("prices")
    .select(["amount_cents", "state", "vouched"])
    .where("state", "!=", "refused")
    .orderBy("id")
    .execute();
  return rows.map((one) => `${one.amount_cents} ${one.state}${one.vouched ? ", vouched" : ""}`);
};
/** What emails and structured data say, in cents. */
const vouched = async (id = bottle) =>
  (await bestOffers(db, [id], { now, only: "vouched" })).get(id)?.get("EUR")?.cheapest.amount ??
  null;
/** What the card says, in cents. */
const onCard = async (id = bottle) =>
  (await bestOffers(db, [id], { now })).get(id)?.get("EUR")?.reference.amount ?? null;

test("an absurd price waits for an operator, however many people agree with it", async () => {
  const absurd = (by: Speaker | undefined, id: number) => see(by, 1, { id, size: 1000 });
  expect(await absurd(ana, bottle)).toBe("unusual-first-price");
  expect(await absurd(bea, bottle)).toBe("unusual-first-price");
  expect(await absurd(eva, bottle)).toBe("unusual-first-price");
  expect([await vouched(), await onCard()]).toEqual([null, null]);
  const priced = await addPerfume(db, "Zara", "Vibrant Leather");
  expect(await see(eva, 2490, { shop: "primor.eu", id: priced })).toBe("shown");
  for (const by of [ana, bea]) expect(await absurd(by, priced)).toBe("unusual-first-price");
  expect(await onCard(priced)).toBe(2490);
});

test("two distinct voices within a quarter of each other vouch for both prices, one alone for none", async () => {
  expect(await see(ana, 2000)).toBe("shown");
  expect(await see(ana, 2100, { shop: "primor.eu" })).toBe("shown");
  expect(await vouched()).toBeNull();
  expect(await see(bea, 2600)).toBe("shown");
  expect(await states()).toEqual(["2000 shown", "2100 shown, vouched", "2600 shown, vouched"]);
  expect(await see(eva, 2000)).toBe("same");
  expect(await vouched()).toBe(2000);
});

test("a price a quarter below what an operator or three people say takes three people", async () => {
  await addPrice(db, bottle, 3000, now, { decided_at: now.toISOString(), vouched: 1 });
  for (const by of [ana, bea]) await see(by, 1500);
  expect([await vouched(), await onCard()]).toEqual([3000, 3000]);
  await see(eva, 1500);
  expect([await vouched(), await onCard()]).toEqual([1500, 1500]);
  const known = await addPerfume(db, "Zara", "Vibrant Leather");
  for (const by of [ana, bea, eva]) await see(by, 3000, { id: known });
  const late = await confirmedPerson(db, "lea", null, "library");
  const later = await confirmedPerson(db, "leo", null, "cafe");
  for (const by of [late, later]) await see(by, 1500, { shop: "primor.eu", id: known });
  expect(await vouched(known)).toBe(3000);
});

test("two people's dear price asks for no third person who says less", async () => {
  const late = await confirmedPerson(db, "lea", null, "library");
  for (const by of [ana, bea]) await see(by, 6000);
  for (const by of [eva, late]) await see(by, 3000, { shop: "primor.eu" });
  expect(await vouched()).toBe(3000);
});

test.each([
  ["of one network", { network: "home" }],
  ["of one own mail domain", { mailDomain: "catchall.com", network: "elsewhere" }],
  ["of one mailbox", { mailboxes: ["mailbox of ana"], network: "elsewhere" }],
])("two accounts %s vouch for nothing", async (_, same) => {
  const first = { ...ana!, ...("mailDomain" in same && { mailDomain: same.mailDomain }) };
  expect(await see(first, 2000)).toBe("shown");
  expect(await see({ ...bea!, ...same }, 2100, { shop: "primor.eu" })).toBe("shown");
  expect(await vouched()).toBeNull();
});

test("people on a local network, which has no address, are told apart by the rest", async () => {
  await see({ ...ana!, network: null }, 2000);
  await see({ ...bea!, network: null }, 2100, { shop: "primor.eu" });
  expect(await vouched()).toBe(2000);
});

test("two people at the same moment vouch for each other's price once", async () => {
  const outcomes = await Promise.all([see(ana, 2000), see(bea, 2000)]);
  expect(outcomes.toSorted()).toEqual(["same", "shown"]);
  expect(await states()).toEqual(["2000 shown, vouched", "2000 shown, vouched"]);
});

test("what a bottle cost half a year before vouches for no price", async () => {
  const old = {
    user_id: "bea",
    network: "office",
    counted_at: now.toISOString(),
    vouched: 0,
  } as const;
  const before = await addPrice(db, bottle, 2000, now, { ...old, seen_on: "2026-05-15" });
  expect(await see(ana, 1601)).toBe("shown");
  expect(await vouched()).toBeNull();
  await db.updateTable("prices").set({ seen_on: "2026-05-16" }).where("id", "=", before).execute();
  expect(await see(eva, 9000, { shop: "primor.eu" })).toBe("shown");
  expect(await vouched()).toBe(1601);
});

test("a smaller bottle at the same price per ml vouches for no other, and a tiny one waits", async () => {
  expect(await see(ana, 3000)).toBe("shown");
  expect(await see(bea, 1020, { shop: "primor.eu", size: 34 })).toBe("shown");
  expect(await vouched()).toBeNull();
  expect(await see(eva, 990, { size: 34 })).toBe("shown");
  expect(await vouched()).toBe(990);
  expect(await see(eva, 329, { shop: "primor.eu", size: 11 })).toBe("unusual-price");
});

test("two people get no bottle below 5 € shown, however small: a third, and again a third of it, would be a cent", async () => {
  for (const by of [ana, bea]) expect(await see(by, 9000)).not.toMatch(/unusual/u);
  const smaller = [
    [3400, 100],
    [1140, 35],
    [500, 15],
  ] as const;
  for (const [amount, size] of smaller)
    for (const by of [ana, bea]) expect(await see(by, amount, { size })).not.toMatch(/unusual/u);
  for (const by of [ana, bea]) expect(await see(by, 499, { size: 15 })).toBe("unusual-price");
  expect(await vouched()).toBe(500);
  const cheap = await addPerfume(db, "Zara", "Vibrant Leather");
  await addPrice(db, cheap, 900, now);
  expect(await see(ana, 300, { id: cheap, size: 50 })).toBe("shown");
});

test("a first price of a full bottle below 5 € waits, also where the catalogue has many prices", async () => {
  for (let n = 0; n < 25; n++)
    await addPrice(db, await addPerfume(db, "Zara", `Night ${n}`), 1000 + 100 * n, now);
  expect(await see(ana, 28, { size: 5 })).toBe("unusual-first-price");
  expect(await see(ana, 500, { size: 30 })).toBe("shown");
});

test("what an operator or two people stand behind is what others are compared with, and what a card says", async () => {
  await addPrice(db, bottle, 3195, now, { shop: "primor.eu" });
  await addPrice(db, bottle, 2995, now);
  expect(await see(ana, 1, { size: 1000 })).toBe("unusual-price");
  expect(await see(ana, 1500)).toBe("shown");
  expect(await onCard()).toBe(2995);
  const honest = await addPerfume(db, "Zara", "Vibrant Leather");
  for (const by of [ana, bea]) await see(by, 24_500, { id: honest });
  expect(await see(eva, 500_000, { shop: "primor.eu", id: honest })).toBe("unusual-price");
  expect(await see(eva, 9000, { shop: "primor.eu", id: honest })).toBe("shown");
  expect(await onCard(honest)).toBe(24_500);
});

test("people who saw an operator's price, too, lead nobody to another page of that shop", async () => {
  const url = "https://druni.es/club-de-nuit";
  await addPrice(db, bottle, 3000, now, { url, seen_on: "2026-11-10" });
  for (const by of [ana, bea])
    expect(await see(by, 3000, { shop: "https://druni.es/other" })).toBe("same");
  expect((await sightingsOf(db, bottle, { now })).map(({ link }) => link)).toEqual([url]);
  const card = (await bestOffers(db, [bottle], { now })).get(bottle)?.get("EUR");
  expect([card?.reference.link, card?.cheapest.link]).toEqual([url, url]);
});

test("two people who vouch for many sizes leave the table to operators' prices", async () => {
  for (let n = 0; n < 45; n++) await addPrice(db, bottle, 3000 + n, now, { shop: "primor.eu" });
  for (let n = 0; n < 20; n++) for (const by of [ana, bea]) await see(by, 2500, { size: 100 + n });
  const table = await sightingsOf(db, bottle, { now });
  expect(table.filter(({ shop }) => shop === "primor.eu")).toHaveLength(45);
});

test("prices of another kind, or in a currency of about the same worth, get nobody past what a bottle costs", async () => {
  await addPrice(db, bottle, 10_000, now);
  for (const [kind, size] of [
    ["tester", 100],
    ["decant", 90],
  ] as const) {
    for (const by of [ana, bea])
      expect(await see(by, 3400, { kind, size })).not.toMatch(/unusual/u);
    expect(await see(ana, 1140, { kind, size })).toBe("unusual-price");
  }
  const peoples = await addPerfume(db, "Zara", "Vibrant Leather");
  for (const by of [ana, bea]) await see(by, 9000, { id: peoples });
  for (const id of [bottle, peoples]) {
    expect(await see(eva, 500, { id, currency: "USD" })).toBe("unusual-price");
    expect(await see(eva, 5000, { id, currency: "USD" })).toBe("shown");
  }
});

test("without a vouched price of the last 60 days a card says what there is", async () => {
  await addPrice(db, bottle, 3000, now, { seen_on: "2026-09-01" });
  expect(await see(ana, 2490)).toBe("shown");
  expect(await onCard()).toBe(2490);
  expect(await vouched()).toBe(3000);
});

test("an operator who accepts a price vouches for it, and an imported one vouches for no person's", async () => {
  await see(visitorFrom("v"), 1500);
  const { id } = await db.selectFrom("prices").select("id").executeTakeFirstOrThrow();
  await decideSighting(db, id, { state: "shown", actor: "olga", reason: null }, now);
  expect(await vouched()).toBe(1500);
  await addPrice(db, bottle, 1400, now);
  await see(ana, 1300);
  expect(await vouched()).toBe(1400);
});

test("a vouched price is vouched for no more when an operator refuses the other", async () => {
  await see(ana, 2000);
  await see(bea, 2100, { shop: "primor.eu" });
  await decideSighting(db, 1, { state: "refused", actor: "olga", reason: null }, now);
  expect(await states()).toEqual(["2100 shown"]);
});

test("a refusal that is undone makes no operator's price of one that nobody vouched for", async () => {
  await see(ana, 2000);
  const refused = await refuse(db, { kind: "price", id: 1, version: 1 }, "no", "olga", now);
  expect(await undo(db, (refused as { entry: number }).entry, "olga", now)).toMatchObject({
    entry: expect.any(Number),
  });
  expect(await states()).toEqual(["2000 shown"]);
  const imported = await addPrice(db, bottle, 2000, now, { shop: "primor.eu" });
  const again = await refuse(db, { kind: "price", id: imported, version: 1 }, "no", "olga", now);
  await undo(db, (again as { entry: number }).entry, "olga", now);
  expect(await states()).toEqual(["2000 shown", "2000 shown, vouched"]);
});

test("what three people said is gone is held when it is vouched for no more", async () => {
  await see(ana, 2000, { shop: "primor.eu" });
  await see(bea, 2100);
  for (const name of ["leo", "mia", "zoe"])
    await sayGone(db, 2, await confirmedPerson(db, name, null, name), now);
  expect(await states()).toEqual(["2000 shown, vouched", "2100 shown, vouched"]);
  await decideSighting(db, 1, { state: "refused", actor: "olga", reason: null }, now);
  expect(await states()).toEqual(["2100 held"]);
});

test("what an operator refused is shown again to nobody at that shop, whoever sends it", async () => {
  await see(ana, 2000);
  await decideSighting(db, 1, { state: "refused", actor: "olga", reason: null }, now);
  for (const by of [ana, bea, eva]) expect(await see(by, 2010)).toBe("disputed");
  expect(await see(bea, 2000, { shop: "primor.eu" })).toBe("shown");
});

test("a suspended person's price vouches for no other's", async () => {
  await see(ana, 2000);
  await suspend(db, "ana", { reason: "spam", days: null }, "olga", now);
  await see(bea, 2100, { shop: "primor.eu" });
  expect(await vouched()).toBeNull();
});

test("a blocked shop's price vouches for no other's, and does again when the shop is known", async () => {
  await see(ana, 2000);
  await see(bea, 2100, { shop: "primor.eu" });
  expect(await vouched()).toBe(2000);
  await setShopState(db, "primor.eu", "blocked", now);
  expect(await vouched()).toBeNull();
  expect(await onCard()).toBe(2000);
  await setShopState(db, "primor.eu", "known", now);
  expect(await vouched()).toBe(2000);
});

test("whoever deletes their account and comes back is no second person", async () => {
  await see(ana, 2000);
  await db.deleteFrom("usuarios").where("id", "=", "ana").execute();
  const again = await confirmedPerson(db, "ana2", null, "elsewhere");
  await see({ ...again, mailboxes: ana!.mailboxes }, 2100, { shop: "primor.eu" });
  expect(await vouched()).toBeNull();
});

test("two people who vouch for a third, and again for a third of it, end at 0.03 € per ml", async () => {
  await addPrice(db, bottle, 800, now, { shop: "primor.eu" });
  expect(await see(ana, 300)).toBe("shown");
  expect(await see(ana, 290)).toBe("unusual-price");
});

test("from twenty bottles on, what is usual comes from the catalogue's vouched prices", async () => {
  for (let at = 0; at < 20; at++) {
    const other = await addPerfume(db, "Dior", `Bottle ${at}`);
    await addPrice(db, other, 4000 + 100 * at, now, { shop: "primor.eu" });
  }
  expect(await see(ana, 1999)).toBe("unusual-first-price");
  expect(await see(ana, 12_000)).toBe("unusual-first-price");
  expect(await see(ana, 2100)).toBe("shown");
});

test("one person's prices do not shift what is usual", async () => {
  for (let at = 0; at < 20; at++)
    await see(ana, 50_000, { id: await addPerfume(db, "Dior", `Bottle ${at}`) });
  expect(await see(ana, 600)).toBe("shown");
});

test("a person is one voice in the median, however many prices they add", async () => {
  const dora = await confirmedPerson(db, "dora");
  for (const [by, amount] of [
    [ana, 8000],
    [bea, 8100],
    [eva, 8200],
  ] as const)
    expect(await see(by, amount)).not.toBe("held");
  for (const size of [96, 97, 98, 99])
    expect(await see(dora, 2700, { shop: "primor.eu", size })).toBe("shown");
  const medians = await usualPrices(db, [bottle]);
  expect(medians.find(({ kind }) => kind === "bottle")?.median_per_100_ml).toBe(8050);
});

test("two people who vouch for many sizes leave the table to what others say, too", async () => {
  await see(eva, 3000, { shop: "primor.eu" });
  for (let n = 0; n < 25; n++)
    for (const by of [ana, bea]) await see(by, 6000 + n, { size: 101 + n });
  const table = await sightingsOf(db, bottle, { now });
  expect(table.filter(({ shop }) => shop === "primor.eu")).toHaveLength(1);
});

test.each(["CHF", "PLN", "CNY"])(
  "an operator's price in euros is the measure of those in %s, too",
  async (currency) => {
    await addPrice(db, bottle, 9000, now);
    expect(await see(ana, 500, { currency })).toBe("unusual-price");
  },
);

test.each(["tester", "decant"] as const)(
  "a %s of three cents waits for an operator",
  async (kind) => {
    expect(await see(ana, 3, { kind, size: 0.5 })).toBe("unusual-first-price");
  },
);

test.each([
  ["CHF", 8500],
  ["PLN", 38_000],
  ["JPY", 15_000],
  ["KWD", 30_000],
])("what an operator's 90 € are in %s is shown", async (currency, amount) => {
  await addPrice(db, bottle, 9000, now);
  expect(await see(ana, amount, { currency })).toBe("shown");
});

test("beside an operator's price one in a currency of unknown worth waits, whatever two people vouch for", async () => {
  const by = { user_id: "bea", mailbox: "bea", counted_at: now.toISOString() };
  await addPrice(db, bottle, 500, now, { ...by, currency: "KZT" });
  expect(await see(eva, 500, { currency: "KZT" })).toBe("same");
  await addPrice(db, bottle, 9000, now);
  expect(await see(ana, 500, { currency: "KZT" })).toBe("unusual-first-price");
});

test("a decant of 50 cents is shown, also beside an operator's price of the bottle", async () => {
  const decant = { size: 1, kind: "decant" } as const;
  expect(await see(ana, 50, decant)).toBe("shown");
  await addPrice(db, bottle, 9000, now);
  expect(await see(bea, 50, decant)).toBe("same");
  expect(await see(eva, 49, decant)).toBe("unusual-price");
});
