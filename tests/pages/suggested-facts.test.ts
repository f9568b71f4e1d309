// Facts of a bottle that readers suggest (RULES.md 6.3, 10.30).
import { afterAll, beforeEach, expect, test } from "vitest";
import { familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import { addPerfume } from "../support/database.ts";
import type { TestBrowser } from "../support/browser.ts";
import { fieldValue, linkInAlert } from "../support/form-page.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let bottle: number;
let path: string;
let ana: Awaited<ReturnType<typeof signedIn>>;
let people = 0;

beforeEach(async () => {
  await site.db.deleteFrom("fact_suggestions").execute();
  const nombre = `Aventus ${++people}`;
  bottle = await addPerfume(site.db, "Creed", nombre, { anio: 2009, notas: "birch|musk" });
  path = `/perfume/creed-aventus-${people}-${bottle}`;
  ana = await signedIn(site, `reader_${people}`);
});

const unchanged = {
  concentracion: "",
  anio: "2009",
  genero: "",
  familia: "",
  notas: "birch, musk",
};
const facts = { ...unchanged, concentracion: "edp", anio: "2010", notas: "birch, oak moss" };
const send = (who: TestBrowser, more: Record<string, string> = {}, code = "es") =>
  who.post(`/${code}${path}?suggest=facts`, { intent: "suggest-facts", ...facts, ...more });
const suggested = () =>
  site.db.selectFrom("fact_suggestions").selectAll().where("perfume_id", "=", bottle).execute();
const chosen = ({ dom }: Page, name: string) =>
  dom.querySelector(`select[name=${name}] option[selected]`)?.getAttribute("value");

test.each(twoLanguages)("a bottle's page leads to a form with its facts, in %s", async (code) => {
  const link = (await ana.get(`/${code}${path}`)).dom.querySelector('a[href$="?suggest=facts"]')!;
  expect(link.text).toBe(translate(code, "suggest.facts"));
  const page = await ana.get(link.getAttribute("href")!);
  expect(page.dom.querySelector("h1")!.text).toBe(translate(code, "pages:facts.title"));
  expect(page.dom.querySelector("meta[name=robots]")!.getAttribute("content")).toBe("noindex");
  expect(page.dom.querySelectorAll("script[type=module]")).toEqual([]);
  expect(["anio", "familia", "notas"].map((name) => fieldValue(page, name))).toEqual([
    "2009",
    "",
    `${noteIn(code, "birch")}, ${noteIn(code, "musk")}`,
  ]);
  // In the reader's words (RULES.md 1.16).
  const notas = `${noteIn(code, "birch")}, ${noteIn(code, "oak moss")}`;
  const familia = familyIn(code, "woody aromatic");
  const sent = await send(ana, { familia, notas }, code);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/${code}${path}`]);
  expect(await ana.follow(sent)).toShow(code, "perfume.suggested");
  expect(await suggested()).toMatchObject([
    {
      user_id: ana.id,
      state: "waiting",
      changes: "concentracion,anio,familia,notas",
      concentracion: "edp",
      anio: 2010,
      genero: null,
      familia: "woody aromatic",
      notas: "birch|oak moss",
      language: code,
    },
  ]);
});

test.each(twoLanguages)("wrong facts are refused and stay in the form, in %s", async (code) => {
  const long = "x".repeat(61);
  for (const [field, value, message] of [
    ["concentracion", "water", "facts.choice"],
    ["anio", "1600", "facts.year"],
    ["genero", "__proto__", "facts.choice"],
    ["familia", long, "facts.family"],
    ["notas", "a,b,c,d,e,f,g,h,i", "facts.notes"],
  ] as const) {
    const page = await send(ana, { [field]: value }, code);
    expect(page).toBeRefused(422, code, message, { fields: [field] });
    const typed = { ...facts, [field]: value };
    expect(["familia", "notas"].map((name) => fieldValue(page, name))).toEqual([
      typed.familia,
      typed.notas,
    ]);
    expect(chosen(page, "concentracion")).toBe(field === "concentracion" ? undefined : "edp");
  }
  expect(await send(ana, unchanged, code)).toBeRefused(422, code, "facts.unchanged");
  expect(await suggested()).toEqual([]);
});

test.each(twoLanguages)(
  "only people with a confirmed address suggest facts, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const form = await visitor.get(`/${code}${path}?suggest=facts`);
    expect(form.dom.querySelector("main form")).toBeNull();
    const signIn = form.dom.querySelector(`main a[href^="/${code}/auth"]`)!.getAttribute("href")!;
    const { searchParams } = new URL(signIn.replaceAll("&amp;", "&"), site.origin);
    expect(searchParams.get("redirectTo")).toBe(`/${code}${path}?suggest=facts`);
    const sent = await send(visitor, {}, code);
    expect(sent).toBeRefused(401, code, "facts.mustLogin");
    expect(fieldValue(sent, "notas")).toBe(facts.notas);
    expect(linkInAlert(sent)!.getAttribute("href")).toContain(`/${code}/auth`);
    const unconfirmed = await signedIn(site, `new_${people}`, { confirmed: false });
    const refused = await send(unconfirmed, {}, code);
    expect(refused).toBeRefused(403, code, "perfume.errorUnconfirmed");
    expect(fieldValue(refused, "anio")).toBe("2010");
    expect(await suggested()).toEqual([]);
  },
);

test("what an operator has changed since the form was opened is not suggested to be changed back", async () => {
  const shown = fieldValue(await ana.get(`/es${path}?suggest=facts`), "shown")!;
  await site.db
    .updateTable("perfumes")
    .set({ anio: 2010, notas: "oak moss" })
    .where("id", "=", bottle)
    .execute();
  const own = `${noteIn("es", "birch")}, ${noteIn("es", "musk")}`;
  const untouched = { ...unchanged, notas: own, shown };
  const wrong = await send(ana, { ...untouched, concentracion: "edp", genero: "?" });
  expect(wrong).toBeRefused(422, "es", "facts.choice", { fields: ["genero"] });
  expect(fieldValue(wrong, "shown")).toBe(shown);
  expect((await send(ana, { ...untouched, concentracion: "edp" })).status).toBe(303);
  expect(await suggested()).toMatchObject([{ changes: "concentracion" }]);
  expect(await send(ana, untouched)).toBeRefused(422, "es", "facts.unchanged");
  expect((await send(ana, { ...untouched, anio: "2011" })).status).toBe(303);
  expect(await suggested()).toMatchObject([{ changes: "anio", anio: 2011 }]);
});

test("a newer suggestion replaces the waiting one, and a bot is thanked", async () => {
  expect((await send(ana)).status).toBe(303);
  expect((await send(ana, { anio: "2011" })).status).toBe(303);
  expect((await send(ana, { website: "x", anio: "2012" })).status).toBe(303);
  expect(await suggested()).toMatchObject([{ anio: 2011, version: 2 }]);
  const exported = await ana.get("/profile/data");
  expect(JSON.parse(exported.html)).toMatchObject({
    suggestedFacts: [{ perfume_id: bottle, anio: 2011, notas: "birch|oak moss", state: "waiting" }],
  });
});

test("without the form's address the answer still shows the form", async () => {
  const page = await ana.post(`/es${path}`, { intent: "suggest-facts", anio: "2009" });
  expect(page).toBeRefused(422, "es", "facts.unchanged");
  expect(fieldValue(page, "anio")).toBe("2009");
});

const moderator = () => signedInAs("moderator", site, `mod_${people}`);

const stored = () =>
  site.db.selectFrom("perfumes").selectAll().where("id", "=", bottle).executeTakeFirst();

test("an operator corrects facts while accepting; wrong ones, and a form of two tabs, change nothing", async () => {
  const mod = await moderator();
  await send(ana);
  const { id } = (await suggested())[0]!;
  const opened = await mod.get("/es/desk/queue?kind=facts");
  const card = opened.dom.querySelector(`#facts-${id}`)!;
  const typed = (name: string) =>
    card.querySelector(`input[name=${name}]`)!.getAttribute("value") ?? "";
  expect(["anio", "familia", "notas"].map(typed)).toEqual(["2010", "", "abedul, oak moss"]);
  expect(card.querySelector("option[selected][value=edp]")).not.toBeNull();
  const form = { intent: "accept", item: `facts:${id}`, version: typed("version"), ...facts };
  const corrected = { ...form, anio: "2010", familia: "amaderada", notas: "abedul, azafrán" };
  const wrong = await mod.post("/es/desk/queue", { ...corrected, anio: "10" });
  expect(wrong).toBeRefused(422, "es", "facts.year", { fields: ["anio"] });
  const again = wrong.dom.querySelector(`#facts-${id} details[open]`)!;
  expect(again.querySelector("input[name=notas]")!.getAttribute("value")).toBe("abedul, azafrán");
  expect(await stored()).toMatchObject({ anio: 2009, familia: null });
  expect((await mod.post("/es/desk/queue", corrected)).status).toBe(303);
  expect(await stored()).toMatchObject({
    concentracion: "edp",
    anio: 2010,
    familia: "woody",
    notas: "birch|saffron",
  });
  expect((await mod.post("/es/desk/queue", { ...corrected, anio: "2011" })).status).toBe(409);
  expect(await stored()).toMatchObject({ anio: 2010 });
});

test("a suggestion accepted again after the bottle changed keeps what was not typed as it is now", async () => {
  const mod = await moderator();
  await send(ana, { ...unchanged, anio: "2010" });
  const { id } = (await suggested())[0]!;
  const fieldsIn = ({ dom }: Page) =>
    Object.fromEntries(
      dom
        .querySelectorAll(`#accept-facts-${id} input[name]`)
        .map((input) => [input.getAttribute("name")!, input.getAttribute("value") ?? ""]),
    );
  const opened = fieldsIn(await mod.get("/es/desk/queue?kind=facts"));
  const changed = { notas: "saffron", revision: 9 };
  await site.db.updateTable("perfumes").set(changed).where("id", "=", bottle).execute();
  const refused = await mod.post("/es/desk/queue", { ...opened, familia: "amaderada" });
  expect(refused.status).toBe(409);
  const again = fieldsIn(refused);
  expect(again).toMatchObject({ anio: "2010", familia: "amaderada", notas: "azafrán" });
  expect((await mod.post("/es/desk/queue", again)).status).toBe(303);
  expect(await stored()).toMatchObject({ anio: 2010, familia: "woody", notas: "saffron" });
});

test("an operator sees old and new side by side, accepts, undoes and refuses", async () => {
  const mod = await moderator();
  await send(ana);
  const { id } = (await suggested())[0]!;
  const queue = await mod.get("/en/desk/queue?kind=facts");
  const card = queue.dom.querySelector(`#facts-${id}`)!;
  expect(
    card.querySelectorAll("tbody tr").map((row) => row.childNodes.map((cell) => cell.text)),
  ).toEqual([
    ["Concentration", "–", "Eau de parfum"],
    ["Launch year", "2009", "2010"],
    ["Notes", "birch, musk", "birch, oak moss"],
  ]);
  const version = card.querySelector("input[name=version]")!.getAttribute("value")!;
  const decide = (more: Record<string, string>) =>
    mod.post("/en/desk/queue", { item: `facts:${id}`, version, ...more });
  expect((await decide({ intent: "accept" })).status).toBe(303);
  expect(await stored()).toMatchObject({
    concentracion: "edp",
    anio: 2010,
    notas: "birch|oak moss",
  });
  expect((await decide({ intent: "refuse", reason: "no" })).status).toBe(409);
  const log = await mod.get("/en/desk/log");
  expect(log.html).toContain("Suggested facts");
  const [, entry] = /Undo entry (\d+)/u.exec(log.html)!;
  await mod.post("/en/desk/log", { intent: "undo", entry: entry! });
  expect(await stored()).toMatchObject({ concentracion: null, anio: 2009, notas: "birch|musk" });
});
