import { beforeEach, expect, test } from "vitest";
import { refreshOldSummaries } from "./refresh-summaries.ts";
import type { Db } from "#db/database.ts";
import { addOwner } from "../../../tests/support/accounts.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { addPrice, addShop } from "../../../tests/support/prices.ts";
import { type BottlePrice, offerOf, bestOffers, savings } from "./bottle-prices.ts";
import { decideSighting } from "./decide-sighting.ts";
import { lastSize, type ShownSighting, sightingsOf } from "./sightings.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
let db: Db;
let bottle: number;

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  await addShop(db, "druni.es", { name: "Druni" });
});

async function priceOf(at = now, currency = "EUR"): Promise<BottlePrice | undefined> {
  const prices = await bestOffers(db, [bottle], { currencies: ["USD", "GBP", "EUR"], now: at });
  return prices.get(bottle)?.get(currency);
}

test("a bottle's price is its cheapest sighting and the cheapest per ml; testers and decants are separate", async () => {
  await addPrice(db, bottle, 4000, now);
  await addPrice(db, bottle, 2490, now, {
    size_ml: 105,
    url: "https://www.druni.es/club",
    seen_on: "2026-11-10",
  });
  await addPrice(db, bottle, 4000, now, { size_ml: 200 });
  await addPrice(db, bottle, 900, now, { kind: "tester" });
  await addPrice(db, bottle, 500, now, { kind: "decant", size_ml: 5 });
  await addPrice(db, bottle, 100, now, { state: "held" });
  await addPrice(db, bottle, 3900, now, { currency: "USD" });
  expect(await priceOf()).toEqual({
    currency: "EUR",
    cheapest: {
      id: 2,
      amount: 2490,
      currency: "EUR",
      size: 105,
      per100ml: 2371,
      kind: "bottle",
      shop: "Druni",
      link: "https://www.druni.es/club",
      affiliate: false,
      country: "ES",
      seenOn: "2026-11-10",
      isHeld: false,
    },
    reference: expect.objectContaining({ id: 3, amount: 4000, size: 200, per100ml: 2000 }),
    count: 3,
    highest: 4000,
    isVouched: true,
    isOfficial: true,
  });
  expect((await priceOf(now, "USD"))?.count).toBe(1);
  expect(await priceOf(now, "GBP")).toBeUndefined();
});

test("the reference is the cheapest per ml of the last 60 days, else the newest, even without a write since", async () => {
  const reference = async (days: number) => (await priceOf(after(days)))?.reference.amount;
  await addPrice(db, bottle, 1500, now, { seen_on: "2026-09-01" });
  expect(await reference(0)).toBe(1500);
  await addPrice(db, bottle, 2000, now, { seen_on: "2026-11-01" });
  await addPrice(db, bottle, 2500, now);
  expect(await reference(0)).toBe(2000);
  // 60 days after 1 November is 31 December.
  expect(await reference(49)).toBe(2000);
  expect(await reference(50)).toBe(2500);
  expect(await reference(62)).toBe(2500);
  await refreshOldSummaries(db, after(50));
  expect(await reference(50)).toBe(2500);
  expect((await priceOf(after(50)))?.cheapest.amount).toBe(1500);
});

test("of two equally cheap sightings the newer is the one shown", async () => {
  await addPrice(db, bottle, 2000, now, { seen_on: "2026-11-10" });
  await addPrice(db, bottle, 2000, now, { seen_on: "2026-11-01" });
  expect(await priceOf()).toMatchObject({ cheapest: { id: 1 }, reference: { id: 1 } });
});

test("prices older than 180 days are not shown, even without a write since", async () => {
  await addPrice(db, bottle, 1000, now, { seen_on: "2026-06-01" });
  await addPrice(db, bottle, 2000, now, { seen_on: "2026-11-01" });
  expect(await priceOf()).toMatchObject({ count: 2, cheapest: { amount: 1000 } });
  // 180 days after 1 June is 28 November.
  expect(await priceOf(new Date("2026-11-28T23:59:00.000Z"))).toMatchObject({ count: 2 });
  expect(await priceOf(new Date("2026-11-29T00:01:00.000Z"))).toMatchObject({
    count: 1,
    cheapest: { amount: 2000, shop: "Druni", link: "https://druni.es/" },
  });
  expect(await priceOf(after(300))).toBeUndefined();
  expect(await sightingsOf(db, bottle, { now: after(300) })).toEqual([]);
});

test("housekeeping rewrites summaries with outdated sightings, and drops empty ones", async () => {
  const other = await addPerfume(db, "Dior", "Dune");
  await addPrice(db, bottle, 1000, now, { seen_on: "2026-06-01" });
  await addPrice(db, bottle, 2000, now, { seen_on: "2026-11-01" });
  await addPrice(db, other, 2000, now, { seen_on: "2026-06-01" });
  await refreshOldSummaries(db, after(20));
  const summaries = db.selectFrom("price_summaries").selectAll().orderBy("kind");
  expect(await summaries.execute()).toMatchObject([
    { perfume_id: bottle, count: 1, cheapest_id: 2, reference_id: 2, valid_until: "2026-12-31" },
    { kind: "vouched", count: 1, cheapest_id: 2, reference_id: 2, valid_until: "2026-12-31" },
  ]);
  expect(await priceOf(after(20))).toMatchObject({ count: 1 });
});

test("a blocked shop's sightings appear nowhere", async () => {
  const { setShopState } = await import("./import-shops.ts");
  await addPrice(db, bottle, 1000, now);
  await addPrice(db, bottle, 2000, now, { shop: "primor.eu" });
  await setShopState(db, "druni.es", "blocked", now);
  expect(await priceOf()).toMatchObject({ count: 1, cheapest: { amount: 2000 } });
  expect(await sightingsOf(db, bottle, { now })).toHaveLength(1);
  await setShopState(db, "www.Druni.es", "known", now);
  expect(await priceOf()).toMatchObject({ count: 2, cheapest: { amount: 1000 } });
});

test("a bottle's table has all kinds and currencies, newest first, with limited rows", async () => {
  await addPrice(db, bottle, 1000, now, { seen_on: "2026-11-01" });
  await addPrice(db, bottle, 9900, now, {
    currency: "USD",
    kind: "tester",
    size_ml: 75,
    shop: "Ana's",
  });
  await addPrice(db, bottle, 1100, now, { state: "refused" });
  const rows = await sightingsOf(db, bottle, { now });
  expect(rows).toEqual([
    {
      id: 2,
      amount: 9900,
      currency: "USD",
      size: 75,
      per100ml: 13_200,
      kind: "tester",
      shop: "Ana's",
      link: null,
      affiliate: false,
      country: "ES",
      seenOn: "2026-11-12",
      isHeld: false,
    },
    expect.objectContaining({ id: 1, shop: "Druni", link: "https://druni.es/" }),
  ]);
  expect(await sightingsOf(db, bottle, { now, limit: 1 })).toHaveLength(1);
  expect(await lastSize(db, bottle, now)).toBe(75);
  expect(await lastSize(db, bottle + 1, now)).toBeNull();
});

test("where a table has no room for all, vouched prices and everybody's newest come first", async () => {
  const imported = await addPrice(db, bottle, 1000, now, { seen_on: "2026-11-01" });
  const bea = { vouched: 0, mailbox: "bea" } as const;
  const lone = await addPrice(db, bottle, 1100, now, { ...bea, seen_on: "2026-11-02" });
  const flood = { vouched: 0, mailbox: "ana" } as const;
  for (let size = 30; size < 40; size++)
    await addPrice(db, bottle, 1200, now, { ...flood, size_ml: size });
  const rows = await sightingsOf(db, bottle, { now, limit: 5 });
  expect(rows.map(({ id }) => id)).toEqual([12, 11, 10, lone, imported]);
});

test("a summary says whether an operator stands behind one of its prices", async () => {
  const isOfficial = async () => (await priceOf())?.isOfficial;
  const people = { vouched: 1, mailbox: "ana" } as const;
  const id = await addPrice(db, bottle, 1100, now, people);
  expect(await isOfficial()).toBe(false);
  const actor = await addOwner(db);
  await decideSighting(db, id, { state: "shown", actor, reason: null }, now);
  expect(await isOfficial()).toBe(true);
});

const seen = (per100ml: number, currency = "EUR") => ({ per100ml, currency }) as ShownSighting;

test("savings compare two sightings per ml, in whole per cent, and never reach 100", () => {
  expect(savings(seen(2400), seen(20_000))).toBe(-88);
  expect(savings(seen(20_000), seen(20_000))).toBe(0);
  expect(savings(seen(24_000), seen(20_000))).toBe(20);
  expect(savings(seen(1), seen(20_000))).toBe(-99);
  expect(savings(seen(1), undefined)).toBeNull();
  expect(savings(seen(1, "USD"), seen(1))).toBeNull();
});

test("structured data has the real amounts as decimals", async () => {
  await addPrice(db, bottle, 2490, now);
  await addPrice(db, bottle, 10_000, now, { size_ml: 50 });
  expect(offerOf((await priceOf())!)).toEqual({
    lowPrice: "24.90",
    highPrice: "100.00",
    priceCurrency: "EUR",
    offerCount: 2,
  });
});
