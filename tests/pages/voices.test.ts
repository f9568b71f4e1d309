// Whose word changes what others see, on a site that confirms addresses (RULES.md 5.7, 5.8).
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, lookAlikeOf } from "../support/database.ts";
import { addShop } from "../support/prices.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { translate, translationsOf, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite({ SMTP_URL: "smtp://127.0.0.1:9" });
afterAll(() => site.close());

let moderator: TestBrowser;
let path: string;
let original: number;
let dupe: number;
let bottle: number;
let n = 0;

beforeAll(async () => {
  await addShop(site.db, "druni.es", { name: "Druni" });
  moderator = await signedInAs("moderator", site, "mia");
});

beforeEach(async () => {
  const nombre = `Aventus ${++n}`;
  original = await addPerfume(site.db, "Creed", nombre);
  dupe = await addDupe(site.db, original, "Armaf", `Club ${n}`);
  bottle = await lookAlikeOf(site.db, dupe);
  path = perfumePath({ id: original, marca: "Creed", nombre });
});

const old = { createdAt: "2026-01-01T00:00:00.000Z" };
let people = 0;
/** @param address of their network; each has another by default */
async function person(account = {}, address?: string): Promise<TestBrowser & { id: string }> {
  const one = await signedIn(site, `person${++people}`, {
    email: `person${people}@gmail.com`,
    ...account,
  });
  if (address === undefined) return one;
  const browser = site.newBrowser(address);
  for (const [name, value] of one.cookies) browser.cookies.set(name, value);
  return { ...browser, id: one.id };
}

const tell = (browser: TestBrowser, more: Record<string, string> = {}, code = "es") =>
  browser.post(`/${code}${path}`, {
    intent: "add-price",
    perfume_id: String(bottle),
    amount: "24,90",
    currency: "EUR",
    size_ml: "100",
    shop: "Druni",
    kind: "bottle",
    seen_on: "",
    ...more,
  });
const voteOn = (browser: TestBrowser, code = "es") =>
  browser.post(`/${code}${path}`, { intent: "vote", dupe_id: String(dupe), voto: "1" });
const pageOf = () => {
  site.services.pages.clear();
  return site.get(`/es${path}`);
};
const card = ({ dom }: Page) => dom.querySelector(`#dupe-${dupe}`)!.text;
const priceOf = async (id: string) =>
  site.db
    .selectFrom("prices")
    .selectAll()
    .where("user_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test.each(twoLanguages)(
  "a new person is told in one sentence that their vote and price wait, in %s",
  async (code) => {
    const ana = await person();
    expect(await ana.follow(await voteOn(ana, code))).toShow(code, "perfume.votedWaits");
    expect(await ana.follow(await tell(ana, {}, code))).toShow(code, "prices.waits");
    const open = `/${code}${path}?prices=${bottle}`;
    const table = ({ dom }: Page) => dom.querySelector("#prices tbody")?.text ?? "";
    expect(table(await ana.get(open))).toContain("Druni");
    expect(table(await ana.get(open))).not.toContain(translate(code, "messages:prices.waiting"));
    expect(table(await site.newBrowser().get(open))).toBe("");
  },
);

/** Undoes the newest decision. */
const undone = async () => {
  const log = site.db.selectFrom("audit_log").select("id").orderBy("id", "desc");
  const { id } = await log.executeTakeFirstOrThrow();
  return moderator.post("/es/desk/log", { intent: "undo", entry: String(id) });
};

test("an operator refuses a shown price on the bottle's page, and the desk undoes it", async () => {
  const ana = await person(old);
  await tell(ana);
  expect(card(await pageOf())).toContain("24,90");
  const { id, version } = await priceOf(ana.id);
  const desk = `/es/desk/perfumes/${bottle}`;
  const shown = await moderator.get(desk);
  expect(shown.dom.querySelector(`#prices input[name=item][value="price:${id}"]`)).not.toBeNull();
  const refusal = { intent: "refuse", item: `price:${id}`, version: String(version), reason: "no" };
  expect((await moderator.post(desk, { ...refusal, version: "9" })).status).toBe(409);
  expect((await moderator.post(desk, refusal)).status).toBe(303);
  expect(card(await pageOf())).not.toContain("24,90");
  const again = await tell(ana, { amount: "24,50" });
  expect(await ana.follow(again)).toShow("es", "prices.heldDisputed");
  expect((await undone()).status).toBe(303);
  expect(card(await pageOf())).toContain("24,90");
});

test("an operator removes all of a person's prices after being asked, and puts them back", async () => {
  const ana = await person(old);
  await tell(ana);
  await tell(ana, { perfume_id: String(original), amount: "240" });
  const desk = `/es/desk/people/${ana.id}`;
  const asked = await moderator.post(desk, { intent: "remove-prices" });
  const { lossPrices } = translationsOf("es").desk.person;
  expect(asked.html).toContain(lossPrices.replace("{{count}}", "2"));
  expect(card(await pageOf())).toContain("24,90");
  const answer = await moderator.post(desk, { intent: "remove-prices", confirmed: "yes" });
  const values = { count: "2" };
  expect(await moderator.follow(answer)).toShow("es", "people.pricesRemoved", { values });
  expect(card(await pageOf())).not.toContain("24,90");
  await undone();
  expect(card(await pageOf())).toContain("24,90");
});

test("an operator lets a new person's voice count at once, and takes that back", async () => {
  const ana = await person();
  await tell(ana);
  expect(card(await pageOf())).not.toContain("24,90");
  const desk = `/es/desk/people/${ana.id}`;
  const { countNow, countsNow } = translationsOf("es").desk.person;
  expect((await moderator.get(desk)).html).toContain(countNow);
  const answer = await moderator.post(desk, { intent: "count-now" });
  expect(await moderator.follow(answer)).toShow("es", "people.countedNow");
  expect((await moderator.get(desk)).html).toContain(countsNow);
  expect((await moderator.post(desk, { intent: "count-now" })).status).toBe(409);
  expect(card(await pageOf())).toContain("24,90");
  await undone();
  expect(card(await pageOf())).not.toContain("24,90");
});

test("a site of friends trusts new accounts, where it is set so", async () => {
  const friends = await openSite({ SMTP_URL: "smtp://127.0.0.1:9", TRUST_NEW_ACCOUNTS: "on" });
  const perfume = await addPerfume(friends.db, "Creed", "Aventus");
  const id = await addDupe(friends.db, perfume, "Armaf", "Club de Nuit");
  const there = `/es${perfumePath({ id: perfume, marca: "Creed", nombre: "Aventus" })}`;
  const ana = await signedIn(friends, "ana");
  const answer = await ana.post(there, { intent: "vote", dupe_id: String(id), voto: "1" });
  expect(await ana.follow(answer)).toShow("es", "perfume.voted");
  await friends.close();
});
