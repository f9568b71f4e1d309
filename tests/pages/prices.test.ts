// Prices reported by shoppers through the forms and links of a perfume's page (RULES.md 4).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { formatIn } from "#app/i18n/format.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, lookAlikeOf } from "../support/database.ts";
import { fieldValue } from "../support/form-page.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { dataOf, texts } from "../support/structured-data.ts";
import { addVerdictCounts } from "../support/verdicts.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

const now = new Date();
const today = dayOf(now);

let original: number;
let cheap: { bottle: number; dupe: number };
let dear: { bottle: number; dupe: number };
let unknown: { bottle: number; dupe: number };
let path: string;
let people = 0;
let shoppers = 0;

beforeAll(async () => {
  await addShop(site.db, "druni.es", { name: "Druni" });
  await addShop(site.db, "notino.es", {
    name: "Notino",
    affiliate_template: "https://go.example/?to={url}",
  });
  await addShop(site.db, "blocked.es", { name: "Blocked", state: "blocked" });
});

beforeEach(async () => {
  const nombre = `Aventus ${++people}`;
  original = await addPerfume(site.db, "Creed", nombre);
  path = `/es${perfumePath({ id: original, marca: "Creed", nombre })}`;
  const add = async (name: string, votes: { likes?: number; dislikes?: number }) => {
    const dupe = await addDupe(site.db, original, "Armaf", `${name} ${people}`, votes);
    return { dupe, bottle: await lookAlikeOf(site.db, dupe) };
  };
  dear = await add("Dear", { likes: 30, dislikes: 1 });
  cheap = await add("Cheap", { likes: 20, dislikes: 5 });
  unknown = await add("Unknown", { likes: 10, dislikes: 9 });
});

const somebody = (more = {}) => signedIn(site, `shopper_${++shoppers}`, more);

const fields = () => ({
  intent: "add-price",
  perfume_id: String(cheap.bottle),
  amount: "24,90",
  currency: "EUR",
  size_ml: "105",
  shop: "Druni",
  kind: "bottle",
  seen_on: today,
});

const tell = (browser: TestBrowser, more: Record<string, string> = {}, at = path) =>
  browser.post(at, { ...fields(), ...more });

const stored = () =>
  site.db
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "in", [original, cheap.bottle, dear.bottle, unknown.bottle])
    .orderBy("id")
    .execute();

const idOf = async ({ bottle }: { bottle: number }) =>
  (await stored()).find(({ perfume_id }) => perfume_id === bottle)!.id;

const gone = (browser: TestBrowser, price_id: number | string) =>
  browser.post(`${path}?prices=${cheap.bottle}`, {
    intent: "price-gone",
    price_id: String(price_id),
  });

const card = ({ dom }: Page, { dupe }: { dupe: number }) => dom.querySelector(`#dupe-${dupe}`)!;
/** Replaces every kind of space by an ordinary one. */
const plain = (text: string) => text.replace(/\s+/gu, " ").trim();

const line = (page: Page, one: { dupe: number }) =>
  plain(card(page, one).querySelector(".cost")?.text ?? "");

const addPrices = async () => {
  await addPrice(site.db, original, 20_000, now);
  await addPrice(site.db, dear.bottle, 4000, now, { shop: "notino.es", size_ml: 200 });
  await addPrice(site.db, cheap.bottle, 2490, now, { size_ml: 105 });
};

test.each(twoLanguages)(
  "a price from a signed-in person is confirmed and shown on the card immediately, in %s",
  async (code) => {
    const there = path.replace("/es/", `/${code}/`);
    expect(line(await site.get(there), cheap)).not.toContain("Druni");
    const ana = await somebody();
    const answer = await tell(ana, {}, there);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `${there}?prices=${cheap.bottle}#dupe-${cheap.dupe}`,
    ]);
    const page = await ana.follow(answer);
    expect(page).toShow(code, "prices.shown");
    expect(plain(card(page, cheap).querySelector("#prices td b")!.text)).toContain("24");
    // For everybody, although the page was cached.
    expect(line(await site.get(there), cheap)).toContain("Druni");
    expect(await stored()).toMatchObject([
      { amount_cents: 2490, currency: "EUR", size_ml: 105, shop: "druni.es", state: "shown" },
    ]);
  },
);

test("a card shows amount, size, shop, and how much cheaper it is per ml; one without a price asks for none", async () => {
  await addPrices();
  const page = await site.get(path);
  expect(line(page, cheap)).toBe("24,90 € 105 ml −88 % por mlDruni");
  expect(line(page, unknown)).toBe("");
  expect(plain(page.dom.querySelector(".facts")!.text)).toContain("200,00 €");
});

/** "Aromatic Star Anise": the cheapest bottle is not the cheapest per ml, and an old price is cheaper still. */
const addAnise = async () => {
  await addPrice(site.db, original, 4895, now, { size_ml: 50 });
  await addPrice(site.db, dear.bottle, 4000, now, { size_ml: 200 });
  await addPrice(site.db, cheap.bottle, 1095, now, { size_ml: 50 });
  await addPrice(site.db, cheap.bottle, 2421, now, { size_ml: 150 });
  const old = { size_ml: 150, seen_on: addDays(today, -61) };
  await addPrice(site.db, cheap.bottle, 1900, now, old);
};

test.each([
  ["", ["24,21 € 150 ml", "−84 % por ml"], ["/100 ml", "10,95", "19,00"]],
  ["?sort=value", ["24,21 € 150 ml", "−84 % por ml", "16,14 €/100 ml"], ["10,95", "21,90"]],
  ["?sort=price", ["10,95 € 50 ml", "−78 % por ml"], ["24,21", "/100 ml"]],
  ["?max=11", ["10,95 € 50 ml", "−78 % por ml"], ["24,21", "/100 ml"]],
  ["?sort=value&max=11", ["10,95 € 50 ml", "−78 % por ml", "21,90 €/100 ml"], ["16,14"]],
] as const)(
  "a card speaks of one sighting, compared with the original's reference: %s",
  async (query, said, unsaid) => {
    await addAnise();
    const text = line(await site.get(path + query), cheap);
    for (const words of said) expect(text).toContain(words);
    for (const words of unsaid) expect(text).not.toContain(words);
  },
);

test("the masthead and a look-alike's page speak of the original's price", async () => {
  await addPrice(site.db, original, 4895, now, { size_ml: 50 });
  await addPrice(site.db, original, 4000, now, { size_ml: 30 });
  const own = (await site.get(`${path}?sort=price`)).dom.querySelector("#bottle .facts")!;
  expect(plain(own.text)).toContain("48,95 € 50 ml");
  const look = `/es${perfumePath({ id: cheap.bottle, marca: "Armaf", nombre: `Cheap ${people}` })}`;
  expect(line(await site.get(look), cheap)).toMatch(/^48,95 € 50 ml/u);
});

test.each(["", "?max=30", "?max=11", "?sort=price&max=30&currency=EUR"])(
  "each answer says what the first card of the page it leads to says: %s",
  async (query) => {
    await addAnise();
    const answers = (await site.get(path + query)).dom.querySelectorAll(".answers a");
    expect(answers).toHaveLength(3);
    for (const answer of answers) {
      const page = await site.get(answer.getAttribute("href")!);
      const first = plain(page.dom.querySelector(".dupes .dupe")!.text);
      expect(first).toContain(plain(answer.querySelector("b")!.text).replace(" ·", ""));
    }
  },
);

test("no answer says the figure of a dupe that the filter hides, and the heading counts what it shows", async () => {
  await addAnise();
  const said = async (query: string) => {
    const page = await site.get(path + query);
    return [...texts(page, ".answers b"), ...texts(page, "#dupes-title")].map(plain);
  };
  const count = (count: number) =>
    translate("es", "messages:perfumePage.available", { count, shown: String(count) });
  expect(await said("")).toEqual([expect.any(String), "10,95 € · 50 ml", "16,14 €", count(3)]);
  expect(await said("?max=11")).toEqual([
    expect.any(String),
    "10,95 € · 50 ml",
    "21,90 €",
    count(1),
  ]);
  expect((await said("?max=11"))[0]).not.toBe((await said(""))[0]);
  expect(await said("?max=1")).toEqual([count(0)]);
  expect(texts(await site.get(`${path}?max=11`), "h1")).toEqual(texts(await site.get(path), "h1"));
});

test("a known shop's name is a sponsored link through its template, and labelled as such", async () => {
  await addPrices();
  await addPrice(site.db, unknown.bottle, 1990, now, { shop: "Perfumería Pepa" });
  const page = await site.get(path);
  const shop = (one: { dupe: number }) => card(page, one).querySelector("a.shop");
  expect(shop(cheap)!.attributes).toEqual({
    class: "shop",
    href: "https://druni.es/",
    rel: "sponsored nofollow noopener",
    target: "_blank",
  });
  expect(shop(dear)!.getAttribute("href")).toBe(
    "https://go.example/?to=https%3A%2F%2Fnotino.es%2F",
  );
  expect(line(page, dear)).toContain(translate("es", "price.affiliate"));
  expect(line(page, cheap)).not.toContain(translate("es", "price.affiliate"));
  expect(shop(unknown)).toBeNull();
  expect(line(page, unknown)).toContain("Perfumería Pepa");
});

test("late in the evening the form accepts the date that has begun in Berlin (RULES.md 4.2)", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${today}T23:30:00Z`) });
  try {
    const { dom } = await site.get(`${path}?price=${cheap.bottle}`);
    expect(dom.querySelector("[name=seen_on]")!.getAttribute("max")).toBe(addDays(today, 1));
    expect((await tell(await somebody(), { seen_on: addDays(today, 1) })).status).toBe(303);
  } finally {
    vi.useRealTimers();
  }
});

test("the form opens for every bottle of the page, with known details filled in", async () => {
  await addPrices();
  for (const [bottle, size] of [
    [original, "100"],
    [cheap.bottle, "105"],
    [unknown.bottle, ""],
  ] as const) {
    const offering = await site.get(bottle === original ? path : `${path}?prices=${bottle}`);
    expect(offering.dom.querySelector(`main a[href*="price=${bottle}#price"]`)).not.toBeNull();
    const form = await site.get(`${path}?price=${bottle}`);
    expect(["perfume_id", "size_ml", "seen_on"].map((name) => fieldValue(form, name))).toEqual([
      String(bottle),
      size,
      today,
    ]);
    expect(form.dom.querySelector("select[name=currency] [selected]")?.text).toBe("EUR");
    expect(form.dom.querySelector("meta[name=robots]")!.getAttribute("content")).toBe("noindex");
  }
  for (const other of ["999999", "x", "", "-1"])
    expect((await site.get(`${path}?price=${other}`)).dom.querySelector("#price")).toBeNull();
});

test.each([
  ["signed out", "heldSignedOut", {}],
  ["without a confirmed address", "heldUnconfirmed", {}],
  ["at an unknown shop", "heldUnknownShop", { shop: "Perfumería Pepa" }],
  ["cheaper than anything", "heldUnusualPrice", { amount: "0,50" }],
] as const)("a price %s is held, and the sender is told so", async (who, key, more) => {
  const browser =
    who === "signed out"
      ? site.newBrowser()
      : await somebody({ confirmed: who !== "without a confirmed address" });
  const answer = await tell(browser, more);
  expect(answer.status).toBe(303);
  expect(await browser.follow(answer)).toShow("es", `prices.${key}`);
  expect(await stored()).toMatchObject([{ state: "held" }]);
  expect(line(await site.get(path), cheap)).toBe("");
});

test.each([
  ["amount", ["", "-5", "9".repeat(60)]],
  ["currency", ["", "constructor"]],
  ["size_ml", ["", "1e3"]],
  ["shop", ["", "javascript:alert(1)", "=HYPERLINK(1)"]],
  ["kind", ["box", "__proto__"]],
  ["seen_on", [addDays(today, 2), "yesterday"]],
])(
  "invalid input as %s is 422, with everything kept and nothing stored: %j",
  async (name, values) => {
    const ana = await somebody();
    const key = {
      amount: "errorAmount",
      currency: "errorCurrency",
      size_ml: "errorSize",
      shop: "errorShop",
      kind: "errorKind",
      seen_on: "errorSeenOn",
    }[name] as "errorAmount";
    for (const value of values) {
      const page = await tell(ana, { [name]: value });
      expect(page).toBeRefused(422, "es", `prices.${key}`, { fields: [name] });
      for (const kept of ["amount", "size_ml", "shop", "seen_on", "perfume_id"] as const)
        expect(fieldValue(page, kept)).toBe({ ...fields(), [name]: value }[kept]);
    }
    expect(await stored()).toEqual([]);
  },
);

test.each(twoLanguages)("another currency typed beside the amount is 422, in %s", async (code) => {
  const wrong = { amount: "24,90 $", currency: "EUR" };
  const page = await tell(await somebody(), wrong, path.replace("/es/", `/${code}/`));
  const values = { sign: "$", currency: "EUR" };
  expect(page).toBeRefused(422, code, "prices.errorOtherCurrency", { fields: ["amount"], values });
  expect(await stored()).toEqual([]);
});

test("a bottle that is not on the page is 404, a removed one 410, and a merged one resolves to the other bottle", async () => {
  const ana = await somebody();
  const other = await addPerfume(site.db, "Dior", `Other ${people}`);
  for (const perfume_id of [String(other), "999999", "1 or 1=1"])
    expect(await tell(ana, { perfume_id })).toBeRefused(404, "es", "prices.errorPerfume");
  await site.db
    .insertInto("removed_perfumes")
    .values({ id: 900_000 + people })
    .execute();
  const removed = { perfume_id: String(900_000 + people) };
  expect(await tell(ana, removed)).toBeRefused(410, "es", "prices.errorRemoved");
  expect(await stored()).toEqual([]);
  await site.db
    .insertInto("perfume_redirects")
    .values({ old_id: 800_000 + people, perfume_id: cheap.bottle })
    .execute();
  const answer = await tell(ana, { perfume_id: String(800_000 + people) });
  expect(answer.headers.get("Location")).toBe(`${path}?prices=${cheap.bottle}#dupe-${cheap.dupe}`);
  expect(await stored()).toMatchObject([{ perfume_id: cheap.bottle }]);
});

test("a price of the original can be reported on its page, and returns there", async () => {
  const ana = await somebody();
  const answer = await tell(ana, { perfume_id: String(original), amount: "189" });
  expect(answer.headers.get("Location")).toBe(`${path}?prices=${original}#prices`);
  const page = await ana.follow(answer);
  expect(plain(page.dom.querySelector("#bottle .facts")!.text)).toContain("189,00 €");
});

test("a bottle's prices open inside its card as a table, newest first", async () => {
  await addPrices();
  await addPrice(site.db, cheap.bottle, 3190, now, {
    kind: "tester",
    seen_on: addDays(today, -3),
    country: "FR",
    shop: "Pepa",
  });
  const page = await site.get(`${path}?prices=${cheap.bottle}`);
  const table = card(page, cheap).querySelector("#prices table")!;
  const rows = table.querySelectorAll("tbody tr").map((row) => row.text.replace(/\s+/gu, " "));
  expect(rows).toHaveLength(2);
  for (const word of [
    "24,90 €",
    "105 ml",
    "23,71 €",
    translate("es", "price.kindBottle"),
    "Druni",
    "España",
  ])
    expect(rows[0]).toContain(word);
  for (const word of ["31,90 €", translate("es", "price.kindTester"), "Pepa", "Francia"])
    expect(rows[1]).toContain(word);
  expect(page.dom.querySelector("meta[name=robots]")!.getAttribute("content")).toBe("noindex");
  const own = await site.get(`${path}?prices=${original}`);
  expect(own.dom.querySelector("#prices")!.closest(".dupe")).toBeNull();
  const none = await site.get(`${path}?prices=${unknown.bottle}`);
  expect(card(none, unknown).querySelector("#prices")!.text).toContain(
    translate("es", "price.none"),
  );
  for (const other of ["999999", "x", ""])
    expect((await site.get(`${path}?prices=${other}`)).dom.querySelector("#prices")).toBeNull();
});

test("a held price is in the table for its author alone, who cannot report it as gone", async () => {
  const ana = await somebody();
  const page = await ana.follow(await tell(ana, { shop: "Perfumería Pepa" }));
  const row = card(page, cheap).querySelector("#prices tbody tr")!;
  expect(row.text).toContain("Perfumería Pepa");
  expect(row.text).toContain(translate("es", "messages:prices.waiting"));
  expect(row.querySelector("button")).toBeNull();
  const open = `${path}?prices=${cheap.bottle}`;
  for (const other of [site.newBrowser(), await somebody()])
    expect(card(await other.get(open), cheap).querySelector("#prices tr")).toBeNull();
});

test.each([
  ["es", "−84 % por ml: 24,21 € por 150 ml (Druni, X) frente a 48,95 € por 50 ml de N (Druni, X)"],
  ["en", "−84% per ml: €24.21 for 150 ml (Druni, X), against €48.95 for 50 ml of N (Druni, X)"],
  ["fr", "−84 % au ml : 24,21 € les 150 ml (Druni, X) contre 48,95 € les 50 ml d’N (Druni, X)"],
  ["de", "−84 % pro ml: 24,21 € für 150 ml (Druni, X) gegenüber 48,95 € für 50 ml N (Druni, X)"],
  ["it", "−84% al ml: 24,21 € per 150 ml (Druni, X) contro 48,95 € per 50 ml di N (Druni, X)"],
  ["pt", "−84% por ml: 24,21 € por 150 ml (Druni, X), face a 48,95 € por 50 ml de N (Druni, X)"],
] as const)(
  "a dupe's table names both prices that its saving compares, in %s",
  async (code, said) => {
    await addAnise();
    const there = path.replace("/es/", `/${code}/`);
    const compared = async (query: string) =>
      texts(await site.get(there + query), "#prices p").map((text) =>
        plain(text)
          .replaceAll(formatIn(code).shortDate(today).replace(/\s+/gu, " "), "X")
          .replace(`Aventus ${people}`, "N"),
      );
    expect(await compared(`?prices=${cheap.bottle}`)).toEqual([said]);
    const [other] = await compared(`?sort=price&prices=${cheap.bottle}`);
    expect(other).toContain("−78");
    expect(await compared(`?prices=${original}`)).toEqual([]);
  },
);

test("three people hold a price that nobody vouches for, and visitors are sent to sign in (RULES.md 4.6)", async () => {
  await tell(await somebody());
  const id = await idOf(cheap);
  expect(await gone(site.newBrowser(), id)).toBeRefused(401, "es", "prices.goneMustLogin");
  const unconfirmed = await somebody({ confirmed: false });
  expect(await gone(unconfirmed, id)).toBeRefused(403, "es", "perfume.errorUnconfirmed");
  const first = await somebody();
  const answer = await gone(first, id);
  expect(answer.headers.get("Location")).toBe(`${path}?prices=${cheap.bottle}#dupe-${cheap.dupe}`);
  expect(await first.follow(answer)).toShow("es", "prices.goneNoted");
  expect(await first.follow(await gone(first, id))).toShow("es", "prices.goneAlready");
  for (const said of ["prices.goneNoted", "prices.goneHeld"] as const) {
    const browser = await somebody();
    expect(await browser.follow(await gone(browser, id))).toShow("es", said);
  }
  expect(line(await site.get(path), cheap)).toBe("");
  const elsewhere = await addPerfume(site.db, "Dior", `Elsewhere ${people}`);
  const there = await addPrice(site.db, elsewhere, 9000, now);
  for (const price_id of [id, there, 999_999, "x"])
    expect(await gone(first, price_id)).toBeRefused(404, "es", "prices.errorGone");
});

test("an operator's word takes a price away at once (RULES.md 4.6)", async () => {
  await addPrices();
  expect(line(await site.get(path), cheap)).not.toBe("");
  const moderator = await signedInAs("moderator", site, `mod_${people}`);
  const page = await moderator.follow(await gone(moderator, await idOf(cheap)));
  expect(page).toShow("es", "prices.gone");
  expect(line(await site.get(path), cheap)).toBe("");
});

test("the list is sorted and filtered by query parameters, and says what the filter hides", async () => {
  await addPrices();
  const names = async (query: string) =>
    texts(await site.get(path + query), ".dupe h3").map((name) => name.split(" ")[0]);
  expect(await names("")).toEqual(["Dear", "Cheap", "Unknown"]);
  expect(await names("?sort=price")).toEqual(["Cheap", "Dear", "Unknown"]);
  expect(await names("?sort=value")).toEqual(["Dear", "Cheap", "Unknown"]);
  expect(await names("?sort=nonsense")).toEqual(["Dear", "Cheap", "Unknown"]);
  expect(await names("?max=25")).toEqual(["Cheap"]);
  expect(await names("?max=1.000,00 €")).toEqual(["Dear", "Cheap"]);
  expect(await names("?max=24,89")).toEqual([]);
  const page = await site.get(`${path}?sort=price&max=25`);
  const hidden = (key: "dearer" | "unknown", count: number) =>
    translate("es", `price.${key}`, { count, shown: String(count) });
  const bar = page.dom.querySelector(".tools")!;
  expect(bar.hasAttribute("open")).toBe(true);
  expect(bar.text).toContain(hidden("dearer", 1));
  expect(bar.text).toContain(hidden("unknown", 1));
  expect(fieldValue(page, "max")).toBe("25");
  expect(fieldValue(page, "sort")).toBe("price");
  expect(texts(page, ".answers [aria-current]").map(plain)).toEqual([
    expect.stringMatching(/24,90 € · 105 ml$/u),
  ]);
  expect(page.dom.querySelector("link[rel=canonical]")!.getAttribute("href")).toBe(
    site.origin + path,
  );
  expect(page.dom.querySelector("meta[name=robots]")!.getAttribute("content")).toBe("noindex");
  // Details opened inside a card keep the sort order.
  expect(card(page, cheap).querySelector(".amount")!.getAttribute("href")).toBe(
    `${path}?sort=price&max=25&prices=${cheap.bottle}#dupe-${cheap.dupe}`,
  );
});

test("a page without prices in its currency links to those in another one", async () => {
  await addPrice(site.db, cheap.bottle, 3190, now, { currency: "USD" });
  const page = await site.get(path);
  expect(texts(page, "select[name=currency] option")).toEqual(["EUR", "USD"]);
  expect(page.dom.querySelector(".answers")).toBeNull();
});

test("the page's links repeat no more of a filter than it reads", async () => {
  const long = await site.get(
    `${path}?max=${"9".repeat(9000)}&sort=price${"&sort=value".repeat(500)}`,
  );
  const hrefs = long.dom.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
  expect(hrefs.some((href) => href.includes("sort=price"))).toBe(true);
  for (const href of hrefs) expect(href.length).toBeLessThan(200);
});

test("an invalid filter hides nothing, and the page says so", async () => {
  await addPrices();
  for (const max of ["-1", "0", "1e9", "NaN", "٢٤", "x".repeat(5000), "<script>"]) {
    const page = await site.get(`${path}?max=${encodeURIComponent(max)}`);
    expect([page.status, texts(page, ".dupe h3").length]).toEqual([200, 3]);
    expect(page.dom.querySelector("#max-error")!.text).toBe(
      translate("es", "messages:prices.errorMax"),
    );
  }
  for (const currency of ["XYZ", "", "<b>"])
    expect((await site.get(`${path}?currency=${currency}`)).html).toContain("24,90");
});

test("a page with prices in several currencies offers a choice, and keeps it", async () => {
  await addPrices();
  await addPrice(site.db, cheap.bottle, 2200, now, { currency: "USD", size_ml: 50 });
  const choice = (page: Page) =>
    page.dom
      .querySelectorAll(".tools select[name=currency] option")
      .map((one) => `${one.text}${one.hasAttribute("selected") ? "*" : ""}`);
  const english = path.replace("/es/", "/en/");
  expect(choice(await site.get(english))).toEqual(["USD", "EUR*"]);
  expect(choice(await site.get(`${english}?currency=USD`))).toEqual(["USD*", "EUR"]);
  const euros = await site.get(`${english}?currency=EUR`);
  expect(line(euros, cheap)).toContain("€24.90");
  expect(choice(await site.get(path))).toEqual(["EUR*", "USD"]);
  expect(choice(await site.get(`${path}?currency=USD`))).toEqual(["USD*", "EUR"]);
});

test("the three answers are shown if known, and without any there is no bar", async () => {
  const bare = await site.get(path);
  expect([...texts(bare, ".answers a"), ...texts(bare, ".tools")]).toEqual([]);
  await addPrices();
  site.services.pages.clear();
  const page = await site.get(path);
  for (const one of [bare, page, await site.get(`${path}?sort=price`)])
    expect(texts(one, ".intro")).toEqual([translate("es", "messages:perfumePage.introVoted")]);
  const answers = page.dom.querySelectorAll(".answers a");
  expect(
    answers.map((one) => [one.getAttribute("href"), plain(one.querySelector("b")!.text)]),
  ).toEqual([
    [path, expect.stringMatching(/^\d\d\s%$/u)],
    [`${path}?sort=price`, "24,90 € · 105 ml"],
    [`${path}?sort=value`, "20,00 €"],
  ]);
});

test("a fourth answer says what lasts longest, where five verdicts or more say so (RULES.md 4.8)", async () => {
  await addPrices();
  const last = async () =>
    texts(await site.get(`${path}?sort=lasting`), ".answers a, .dupe h3, .said").map(plain);
  await addVerdictCounts(site.db, cheap.dupe, { lasting: [0, 4, 0] });
  expect((await last()).join()).not.toContain(translate("es", "price.lastsLongest"));
  await addVerdictCounts(site.db, dear.dupe, { lasting: [1, 5, 3] });
  site.services.pages.clear();
  const [, , , answer, first, said] = await last();
  expect(answer).toBe(`${translate("es", "price.lastsLongest")} 8 de 9`);
  expect([first, said]).toEqual([`Dear ${people}`, "Dura igual: 5 de 9"]);
});

test("structured data has the bottle's vouched prices, else the constants (RULES.md 4.10)", async () => {
  const offers = async () => dataOf(await site.get(path)).Product.offers;
  expect(await offers()).toMatchObject({ lowPrice: 10, priceCurrency: "USD" });
  await addPrice(site.db, original, 18_995, now);
  await addPrice(site.db, original, 21_000, now, { shop: "notino.es" });
  site.services.pages.clear();
  expect(await offers()).toEqual({
    "@type": "AggregateOffer",
    lowPrice: "189.95",
    highPrice: "210.00",
    priceCurrency: "EUR",
    offerCount: 2,
  });
});

test("a second person's word for a price shows at once where only vouched prices do (RULES.md 4.10)", async () => {
  const seen = { perfume_id: String(original), amount: "150", size_ml: "100" };
  const offers = async () => dataOf(await site.get(path)).Product.offers;
  await tell(await somebody(), seen);
  expect(await offers()).toMatchObject({ lowPrice: 10 });
  await tell(await somebody(), seen);
  expect(await offers()).toMatchObject({ lowPrice: "150.00", offerCount: 1 });
});

test("a new price invalidates the bottle's page and every page with its card", async () => {
  const look = `/es${perfumePath({ id: cheap.bottle, marca: "Armaf", nombre: `Cheap ${people}` })}`;
  const kept = await site.get(look);
  expect(kept.html).not.toContain("24,90");
  await tell(await somebody());
  expect((await site.get(look)).html).toContain("24,90");
});

test("after a vote, a review or a price in a sorted list a person returns to that list", async () => {
  await addPrices();
  const ana = await somebody();
  const sorted = `${path}?sort=price`;
  const form = (await ana.get(sorted)).dom.querySelector(`#dupe-${cheap.dupe} form`)!;
  expect(form.getAttribute("action")).toBe(sorted);
  const voted = await ana.post(sorted, { intent: "vote", dupe_id: String(cheap.dupe), voto: "1" });
  expect(voted.headers.get("Location")).toBe(`${sorted}#dupe-${cheap.dupe}`);
  const open = `${sorted}&prices=${cheap.bottle}`;
  const cards = (await ana.get(open)).dom;
  expect(cards.querySelector(`#dupe-${dear.dupe} form.cast`)!.getAttribute("action")).toBe(open);
  const again = await ana.post(open, { intent: "vote", dupe_id: String(dear.dupe), voto: "1" });
  expect(again.headers.get("Location")).toBe(`${open}#dupe-${dear.dupe}`);
  const reviewed = await ana.post(`${sorted}&reviews=${dear.dupe}`, {
    intent: "publish-review",
    dupe_id: String(dear.dupe),
    description: "As good as new.",
  });
  expect(reviewed.headers.get("Location")).toBe(`${sorted}&reviews=${dear.dupe}#dupe-${dear.dupe}`);
  const telling = await ana.get(`${sorted}&price=${cheap.bottle}`);
  expect(telling.dom.querySelector("#price .close")!.getAttribute("href")).toBe(
    `${sorted}#dupe-${cheap.dupe}`,
  );
  const told = await tell(ana, { size_ml: "50" }, `${sorted}&price=${cheap.bottle}`);
  expect(told.headers.get("Location")).toBe(`${open}#dupe-${cheap.dupe}`);
});
