import { beforeEach, expect, test } from "vitest";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import type { Db } from "#db/database.ts";
import { addSuspension } from "#app/domain/accounts/suspensions.ts";
import { addPerfume, freshDatabase } from "../../../tests/support/database.ts";
import { outcomeOf } from "../../../tests/support/outcome-of.ts";
import { addPrice, addShop, confirmedPerson, visitorFrom } from "../../../tests/support/prices.ts";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import { eraseAccount } from "#app/domain/desk/erase-account.ts";
import { addSighting } from "./add-sighting.ts";
import type { Sighting } from "./read-sighting.ts";
import { sightingsOf } from "./sightings.ts";
import type { Speaker } from "#app/domain/voices/speaker.ts";

const now = new Date("2026-11-12T10:00:00.000Z");
const sighting: Sighting = {
  amount: 2490,
  currency: "EUR",
  size: 105,
  shop: "https://www.druni.es/club",
  kind: "bottle",
  seenOn: "2026-11-12",
};

let db: Db;
let bottle: number;
let ana: Speaker & { userId: string };

beforeEach(async () => {
  db = await freshDatabase();
  bottle = await addPerfume(db, "Armaf", "Club de Nuit");
  ana = await confirmedPerson(db, "ana");
  await addShop(db, "druni.es", { name: "Druni" });
});

const visitor = (network = "network") => visitorFrom(network);
const add = (more: Partial<Sighting> = {}, by: Speaker = ana, id = bottle) =>
  addSighting(db, id, { ...sighting, ...more }, by, now);
const prices = () => db.selectFrom("prices").selectAll().orderBy("id").execute();
const summaries = () =>
  db.selectFrom("price_summaries").selectAll().where("kind", "=", "bottle").execute();

test("a confirmed person's sighting at a known shop and a usual price is shown immediately", async () => {
  expect(await add()).toEqual({ outcome: "shown", id: 1, perfumeId: bottle });
  expect(await prices()).toMatchObject([
    {
      perfume_id: bottle,
      amount_cents: 2490,
      currency: "EUR",
      size_ml: 105,
      kind: "bottle",
      shop: "druni.es",
      url: "https://www.druni.es/club",
      country: "ES",
      seen_on: "2026-11-12",
      user_id: ana.userId,
      state: "shown",
    },
  ]);
  expect(await summaries()).toMatchObject([
    { perfume_id: bottle, count: 1, cheapest_id: 1, median_per_100_ml: 2371 },
  ]);
});

test.each([
  ["signed-out", {}, () => visitor()],
  ["unconfirmed", {}, () => ({ ...ana, confirmed: false })],
  ["unknown-shop", { shop: "https://elsewhere.example/x" }, () => ana],
  ["unknown-shop", { shop: "Elsewhere" }, () => ana],
  ["unknown-shop", { shop: "https://druni.es.elsewhere.example/x" }, () => ana],
  // Per ml: below 0.05 and above 20; a bottle below 5 €.
  ["unusual-first-price", { amount: 4990, size: 1000 }, () => ana],
  ["unusual-first-price", { amount: 20_001, size: 10 }, () => ana],
  ["unusual-first-price", { amount: 499, size: 50 }, () => ana],
] as const)("a sighting held as %s is in no summary: %j", async (because, more, by) => {
  expect(await add(more, by())).toMatchObject({ outcome: "held", because });
  expect(await prices()).toMatchObject([{ state: "held" }]);
  expect(await summaries()).toEqual([]);
});

test("a price per ml is usual only within a factor of three of the median", async () => {
  await addPrice(db, bottle, 3000, now, { shop: "primor.eu" });
  const outcome = async (amount: number) => (await add({ amount, size: 100 })).outcome;
  expect(await outcome(9001)).toBe("held");
  expect(await outcome(999)).toBe("held");
  expect(await outcome(9000)).toBe("shown");
});

test("a blocked shop's prices set no limit (RULES.md 4.3)", async () => {
  await addShop(db, "primor.eu");
  await addPrice(db, bottle, 3000, now, { shop: "primor.eu" });
  expect(await add({ amount: 9001, size: 100 })).toMatchObject({ because: "unusual-price" });
  await db.updateTable("shops").set({ state: "blocked" }).where("host", "=", "primor.eu").execute();
  expect((await add({ amount: 9002, size: 100 })).outcome).toBe("shown");
});

test("a new account's price is shown to its author alone, and by itself to all once the account is three days old", async () => {
  const young = { ...ana, isTrusted: false };
  await db.updateTable("usuarios").set({ created_at: now.toISOString() }).execute();
  const from = "2026-11-15T10:00:00.000Z";
  expect(await add({}, young)).toEqual({ outcome: "waiting", id: 1, perfumeId: bottle, from });
  expect(await sightingsOf(db, bottle, { now })).toEqual([]);
  expect(await sightingsOf(db, bottle, { now, author: "ana" })).toMatchObject([{ isHeld: false }]);
  expect(await summaries()).toEqual([]);
  expect(await countDueVoices(db, new Date("2026-11-15T09:59:59.000Z"))).toEqual([]);
  await countDueVoices(db, new Date(from));
  expect(await prices()).toMatchObject([{ state: "shown", counted_at: from, counts_from: null }]);
  expect(await summaries()).toHaveLength(1);
});

test("a waiting price is judged when its time comes", async () => {
  await db.updateTable("usuarios").set({ created_at: now.toISOString() }).execute();
  await add({ size: 100 }, { ...ana, isTrusted: false });
  await addPrice(db, bottle, 9000, now);
  await countDueVoices(db, new Date("2026-11-16T00:00:00.000Z"));
  expect(await prices()).toMatchObject([
    { state: "held", counts_from: null, counted_at: null },
    { state: "shown" },
  ]);
});

test("the waiting price of a deleted account never shows", async () => {
  await db.updateTable("usuarios").set({ created_at: now.toISOString() }).execute();
  await add({}, { ...ana, isTrusted: false });
  await eraseAccount(db, "ana", true, ["secret"], now);
  await countDueVoices(db, new Date("2026-11-16T00:00:00.000Z"));
  expect(await summaries()).toEqual([]);
});

test("a person's newer price replaces the older of the same shop, kind and size, unless others stand behind that", async () => {
  await add();
  await add({ amount: 2590 });
  expect((await prices()).map(({ state }) => state)).toEqual(["refused", "shown"]);
  await add({ amount: 2600 }, await confirmedPerson(db, "bea", null, "elsewhere"));
  await add({ amount: 3900 });
  expect((await prices()).map(({ state }) => state)).toEqual([
    "refused",
    "shown",
    "shown",
    "shown",
  ]);
});

test("a tester is compared with testers, or else with bottles, in the same currency, or by worth in another", async () => {
  await addPrice(db, bottle, 3000, now, { shop: "primor.eu" });
  expect(await add({ kind: "tester", amount: 900, size: 100 })).toMatchObject({ outcome: "held" });
  const because = "unusual-price";
  expect(await add({ currency: "USD", amount: 900, size: 100 })).toMatchObject({ because });
  for (const [currency, amount] of [
    ["USD", 1100],
    ["AED", 4400],
  ] as const)
    expect(await add({ currency, amount, size: 100 })).toMatchObject({ outcome: "shown" });
  await addPrice(db, bottle, 700, now, { shop: "primor.eu", kind: "tester" });
  expect(await add({ kind: "tester", amount: 950, size: 100 })).toMatchObject({ outcome: "shown" });
});

test.each([
  ["EUR", 500],
  ["JPY", 8000],
  ["KRW", 150_000],
  ["KWD", 7000],
  ["CZK", 250_000],
])("a first price of 100 ml that is usual in %s is shown", async (currency, amount) => {
  expect(await add({ currency, amount, size: 100 })).toMatchObject({ outcome: "shown" });
  const other = await addPerfume(db, "Dior", "Dune");
  const because = "unusual-first-price";
  const cheap = Math.round(amount / 200);
  expect(await add({ currency, amount: cheap, size: 100 }, ana, other)).toMatchObject({ because });
});

test("a first price in a currency whose worth is not known waits for an operator (RULES.md 4.4)", async () => {
  const because = "unusual-first-price";
  const rials = { currency: "IRR", size: 100 };
  for (const amount of [300, 3000, 300_000_000])
    expect(await add({ ...rials, amount })).toMatchObject({ because });
});

test("a name in any spelling, or an address beneath the host, resolves to the known shop", async () => {
  await add({ shop: "DRUNI" });
  await add({ shop: "https://m.druni.es/club", amount: 2590 });
  await add({ shop: "Druni.es.", amount: 2690 });
  expect(await prices()).toMatchObject([
    { shop: "druni.es", url: null },
    { shop: "druni.es", url: "https://m.druni.es/club" },
    { shop: "druni.es", url: null },
  ]);
});

test("among shops with one name, currency and the reader's country decide", async () => {
  await addShop(db, "notino.de", { name: "Notino", country: "DE" });
  await addShop(db, "notino.es", { name: "Notino", country: "ES" });
  await addShop(db, "notino.co.uk", { name: "Notino", country: "GB", currency: "GBP" });
  await addSighting(db, bottle, { ...sighting, shop: "notino" }, ana, now, "ES");
  await addSighting(db, bottle, { ...sighting, shop: "notino", currency: "GBP" }, ana, now, "ES");
  expect((await prices()).map(({ shop }) => shop)).toEqual(["notino.es", "notino.co.uk"]);
});

test("a look-alike address and a blocked shop are refused, and nothing is stored", async () => {
  await addShop(db, "fakes.example", { state: "blocked" });
  expect(await outcomeOf(add({ shop: "https://drúni.es/club" }))).toBe("no-such-shop");
  expect(await outcomeOf(add({ shop: "https://xn--drni-rra.es/" }))).toBe("no-such-shop");
  expect(await outcomeOf(add({ shop: "javascript:alert(1)" }))).toBe("no-such-shop");
  expect(await outcomeOf(add({ shop: "https://www.fakes.example/x" }))).toBe("blocked-shop");
  expect(await prices()).toEqual([]);
});

test("a non-ASCII address is accepted when operators know the shop", async () => {
  await addShop(db, new URL("https://parfümerie.de").hostname, { name: "Parfümerie" });
  expect(await add({ shop: "https://parfümerie.de/x" })).toMatchObject({ outcome: "shown" });
});

test("the same shop, size and amount within a week is the same sighting, whoever reports it", async () => {
  await add();
  for (const seenOn of ["2026-11-05", "2026-11-12"])
    expect(await add({ seenOn, shop: "Druni" }, visitor())).toMatchObject({
      outcome: "same",
      id: 1,
    });
  expect(await add({ kind: "tester" })).toMatchObject({ outcome: "same" });
  expect(await add({ size: 100 })).toMatchObject({ outcome: "shown" });
  expect(await add({ currency: "USD" })).toMatchObject({ outcome: "shown" });
  expect(await prices()).toHaveLength(3);
  const bea = await confirmedPerson(db, "bea", null, "elsewhere");
  expect(await add({}, bea)).toMatchObject({ outcome: "same", id: 4 });
  expect(await sightingsOf(db, bottle, { now })).toHaveLength(3);
});

test("twenty identical concurrent reports make one sighting", async () => {
  const said = await Promise.all(
    Array.from({ length: 20 }, (_, i) => add({}, i % 2 ? visitor(`v${i}`) : ana)),
  );
  const outcomes = said.map(({ outcome }) => outcome).filter((outcome) => outcome !== "same");
  expect(["shown", "held,shown"]).toContain(outcomes.toSorted().join());
  expect((await prices()).filter(({ state }) => state === "shown")).toHaveLength(1);
});

test("a visitor's equal price, which came first, keeps nobody's from being shown", async () => {
  expect(await add({}, visitor())).toMatchObject({ outcome: "held" });
  expect(await add({}, visitor("another"))).toMatchObject({ outcome: "same" });
  expect(await add()).toMatchObject({ outcome: "shown" });
  expect(await summaries()).toMatchObject([{ count: 1 }]);
});

test("a refused sighting can be reported again", async () => {
  await add();
  await db.updateTable("prices").set({ state: "refused" }).execute();
  expect(await add()).toMatchObject({ outcome: "shown", id: 2 });
});

test("unknown, removed and merged bottles each have their outcome", async () => {
  const old = await addPerfume(db, "Armaf", "CDNIM");
  await mergePerfumes(db, old, bottle, now);
  expect(await add({}, ana, old)).toEqual({ outcome: "shown", id: 1, perfumeId: bottle });
  expect(await outcomeOf(add({}, ana, 999))).toBe("no-such-perfume");
  await removePerfume(db, bottle);
  expect(await outcomeOf(add({}, ana, bottle))).toBe("removed-perfume");
  expect(await prices()).toEqual([]);
  expect(await summaries()).toEqual([]);
});

test("a person who deletes the account meanwhile counts as a visitor", async () => {
  await db.deleteFrom("usuarios").execute();
  expect(await add()).toMatchObject({ outcome: "held", because: "signed-out" });
});

test("a person suspended meanwhile counts as a visitor", async () => {
  const at = now.toISOString();
  const { id: entry } = await db
    .insertInto("audit_log")
    .values({ at, via: "command", action: "suspend", subject: "person:ana", person_id: "ana" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addSuspension(db, "ana", { since: at, until: null, entry });
  expect(await add()).toMatchObject({ outcome: "held", because: "signed-out" });
  expect(await prices()).toMatchObject([{ user_id: null, state: "held" }]);
});
