import { expect, test } from "vitest";
import { arrange, chosen, readMax, readSort } from "./arrange.ts";
import { currenciesOf, pageCurrency, pricesIn } from "./page-currency.ts";
import type { BottlePrice, PriceTable } from "./bottle-prices.ts";
import { shopLink } from "./sightings.ts";

/** @param best amount and price per 100 ml of the reference sighting */
const price = (amount: number, best = { amount, per100ml: amount }) =>
  ({
    cheapest: { amount, per100ml: 2 * amount },
    reference: best,
    isVouched: true,
  }) as BottlePrice;

/** @param known currencies of vouched prices by bottle */
const table = (known: Record<number, string[]>): PriceTable =>
  new Map(
    Object.entries(known).map(([bottle, currencies]) => [
      Number(bottle),
      new Map(currencies.map((currency) => [currency, price(1000)])),
    ]),
  );

test("a page's currency is the one that most of its bottles have vouched prices in, of equals the first (RULES.md 4.7)", () => {
  const english = currenciesOf("en", null);
  expect(english).toEqual(["USD", "GBP", "EUR"]);
  expect(currenciesOf("pt", null)).toEqual(["EUR"]);
  const prices = table({ 1: ["GBP", "EUR", "USD"], 2: ["GBP", "EUR"], 3: ["GBP"], 4: ["USD"] });
  expect(pageCurrency(english, prices, [1, 2, 3, 4])).toBe("GBP");
  expect(pageCurrency(english, prices, [1, 4])).toBe("USD");
  expect(pageCurrency(english, prices, [1, 2])).toBe("GBP");
  expect([...pricesIn(prices, "GBP").keys()]).toEqual([1, 2, 3]);
});

test("prices that nobody vouches for move no currency where others are vouched for, and without any it is the language's first", () => {
  const bought = new Map([["USD", { ...price(1000), isVouched: false }]]);
  const euros = new Map([["EUR", price(1000)]]);
  const english = currenciesOf("en", null);
  expect(
    pageCurrency(
      english,
      new Map([
        [1, euros],
        [2, bought],
        [3, bought],
      ]),
      [1, 2, 3],
    ),
  ).toBe("EUR");
  const unvouched = new Map([["EUR", { ...price(1000), isVouched: false }]]);
  expect(pageCurrency(english, new Map([[2, unvouched]]), [1, 2])).toBe("EUR");
  expect(pageCurrency(english, new Map(), [1])).toBe("USD");
});

test("what people vouch for moves no currency of a page where operators' prices stand", () => {
  const theirs = new Map([["USD", price(1000)]]);
  const official = new Map([["EUR", { ...price(1000), isOfficial: true }]]);
  const prices = new Map([
    [1, official],
    [2, theirs],
    [3, theirs],
  ]);
  expect(pageCurrency(currenciesOf("en", null), prices, [1, 2, 3])).toBe("EUR");
});

test("a requested currency is used if it exists", () => {
  expect(currenciesOf("es", "usd")).toEqual(["USD"]);
  expect(currenciesOf("es", "XYZ")).toEqual(["EUR"]);
});

const unvoted = { likes: 0, dislikes: 0, porcentaje: 85, sources_for: 0, sources_against: 0 };
const dupes = [1, 2, 3, 4, 5].map((bottleId) => ({ bottleId, ...unvoted }));
const prices = new Map([
  [2, price(3000, { amount: 3000, per100ml: 3000 })],
  [3, price(2000, { amount: 9000, per100ml: 6000 })],
  [4, price(3000, { amount: 5000, per100ml: 2500 })],
]);
const ids = (list: { bottleId: number }[]) => list.map(({ bottleId }) => bottleId);

test("sorting by price puts dupes without prices last, in their original order", () => {
  const sorted = (sort: "similarity" | "price" | "value") =>
    ids(arrange(dupes, prices, { sort, max: null }).shown);
  expect(sorted("similarity")).toEqual([1, 2, 3, 4, 5]);
  expect(sorted("price")).toEqual([3, 2, 4, 1, 5]);
  expect(sorted("value")).toEqual([4, 2, 3, 1, 5]);
});

test("a dupe that most people reject stays last in every order, after those about which sources disagree (RULES.md 1.7)", () => {
  const rejected = { ...unvoted, bottleId: 3, likes: 1, dislikes: 6, porcentaje: 44 };
  const disputed = { ...unvoted, bottleId: 2, sources_for: 1, sources_against: 3 };
  for (const sort of ["price", "value"] as const) {
    const listed = [disputed, ...dupes.slice(3), rejected];
    const { shown } = arrange(listed, prices, { sort, max: null });
    expect(ids(shown)).toEqual([4, 5, 2, 3]);
  }
});

test("a filter hides dearer dupes and, counted separately, those without prices", () => {
  const filtered = arrange(dupes, prices, { sort: "similarity", max: 2000 });
  expect([ids(filtered.shown), filtered.dearer, filtered.unknown]).toEqual([[3], 2, 2]);
  const all = arrange(dupes, prices, { sort: "similarity", max: null });
  expect([all.shown.length, all.dearer, all.unknown]).toEqual([5, 0, 0]);
});

test("a card speaks of the reference, and of the cheapest bottle where price decides", () => {
  const one = price(2000, { amount: 9000, per100ml: 6000 });
  const amount = (sort: "similarity" | "price" | "value", max: number | null = null) =>
    chosen(one, { sort, max }).amount;
  expect([amount("similarity"), amount("value"), amount("price")]).toEqual([9000, 9000, 2000]);
  expect([amount("similarity", 3000), amount("value", 3000)]).toEqual([2000, 2000]);
});

test("a filtered list is sorted per ml by the sightings that its cards show", () => {
  const filtered = arrange(dupes, prices, { sort: "value", max: 9000 });
  expect(ids(filtered.shown)).toEqual([3, 2, 4]);
});

test("invalid query parameters are handled", () => {
  expect([readSort("price"), readSort("value"), readSort("money"), readSort(null)]).toEqual([
    "price",
    "value",
    "similarity",
    "similarity",
  ]);
  expect(readMax("30", "EUR")).toBe(3000);
  expect(readMax("29,90 €", "EUR")).toBe(2990);
  expect([readMax(null, "EUR"), readMax(" ", "EUR")]).toEqual([null, null]);
  expect([readMax("-1", "EUR"), readMax("1e9", "EUR"), readMax("x", "EUR")]).toEqual([
    "wrong",
    "wrong",
    "wrong",
  ]);
});

const seen = {
  shop: "druni.es",
  url: "https://www.druni.es/p?a=1&b=2" as string | null,
  shop_state: "known" as "known" | "blocked" | null,
  affiliate_template: null as string | null,
};

test("a known shop's name links to the page seen, else to the shop, only on its host", () => {
  expect(shopLink(seen)).toBe("https://www.druni.es/p?a=1&b=2");
  expect(shopLink({ ...seen, url: null })).toBe("https://druni.es/");
  for (const url of [
    "https://evil.example/",
    "https://druni.es.evil.example/",
    "javascript:alert(1)",
    "http://druni.es/p",
  ])
    expect(shopLink({ ...seen, url })).toBe("https://druni.es/");
});

test("an unknown shop has no link", () => {
  expect(shopLink({ ...seen, shop_state: null })).toBeNull();
  expect(shopLink({ ...seen, shop_state: "blocked" })).toBeNull();
});

test("an affiliate template takes the address escaped", () => {
  const affiliate_template = "https://go.example/?id=7&to={url}";
  expect(shopLink({ ...seen, affiliate_template })).toBe(
    "https://go.example/?id=7&to=https%3A%2F%2Fwww.druni.es%2Fp%3Fa%3D1%26b%3D2",
  );
  const url = "https://druni.es/$&$1";
  expect(shopLink({ ...seen, url, affiliate_template })).toContain("%24%26%241");
});
