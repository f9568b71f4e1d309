import { afterAll, beforeEach, expect, test } from "vitest";
import { addDupe, addPerfume, addPerfumeWithDupe } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import type { Language } from "#app/i18n/languages.ts";
import { type TestBrowser } from "../support/browser.ts";
import { fieldValue, linkInAlert } from "../support/form-page.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { type MessageKey, translate, twoLanguages } from "../support/translations.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: number;
let path: string;

beforeEach(async () => {
  await site.db.deleteFrom("sugerencias_perfumes").execute();
  await site.db.deleteFrom("sugerencias_dupes").execute();
  const added = await addPerfumeWithDupe(site.db);
  perfume = added.id;
  path = `/es${added.path}`;
});

const suggestPerfume = (
  visitor: TestBrowser,
  nombre: string,
  marca: string,
  more = {},
  code: Language = "es",
) =>
  visitor.post(`/${code}`, {
    intent: "suggest-perfume",
    nombre_perfume: nombre,
    marca_perfume: marca,
    ...more,
  });
const suggestDupe = (visitor: TestBrowser, nombre: string, marca: string, more = {}, at = path) =>
  visitor.post(at, { intent: "suggest-dupe", nombre_dupe: nombre, marca_dupe: marca, ...more });
const perfumes = () =>
  site.db.selectFrom("sugerencias_perfumes").selectAll().orderBy("id").execute();
const dupes = () => site.db.selectFrom("sugerencias_dupes").selectAll().orderBy("id").execute();

const sources = () =>
  site.db
    .selectFrom("dupe_sources")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .selectAll("dupe_sources")
    .where("perfume_id", "=", perfume)
    .execute();
const within = (code: Language) => path.replace("/es/", `/${code}/`);

test.each(twoLanguages)("anybody can suggest a perfume, in %s", async (code) => {
  const visitor = site.newBrowser();
  const answer = await suggestPerfume(visitor, "Nouveau", "Maison", {}, code);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/${code}#explore`]);
  expect(await visitor.follow(answer)).toShow(code, "home.suggested");
  expect(await perfumes()).toMatchObject([
    { nombre_perfume: "Nouveau", marca_perfume: "Maison", user_id: null, veces: 1 },
  ]);
});

test.each(twoLanguages)("anybody can suggest a dupe, in %s", async (code) => {
  const visitor = site.newBrowser();
  const answer = await suggestDupe(visitor, "Nouveau", "Maison", {}, within(code));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, within(code)]);
  expect(await visitor.follow(answer)).toShow(code, "perfume.suggested");
  expect(await dupes()).toMatchObject([{ nombre_dupe: "Nouveau", user_id: null }]);
});

test.each(twoLanguages)(
  "a refused suggestion shows what is wrong and keeps what was typed, in %s",
  async (code) => {
    const visitor = site.newBrowser();
    const long = "x".repeat(101);
    const ofPerfume: [nombre: string, marca: string, key: MessageKey, fields: string[]][] = [
      ["", " \t ", "home.errorEmpty", ["nombre_perfume", "marca_perfume"]],
      [long, "Maison", "home.errorTooLong", ["nombre_perfume"]],
    ];
    for (const [nombre, marca, key, fields] of ofPerfume) {
      const page = await suggestPerfume(visitor, nombre, marca, {}, code);
      expect(page).toBeRefused(422, code, key, { fields });
      expect(["nombre_perfume", "marca_perfume"].map((name) => fieldValue(page, name))).toEqual([
        nombre,
        marca,
      ]);
    }
    const tooLong = await suggestDupe(visitor, long, "M", {}, within(code));
    expect(tooLong).toBeRefused(422, code, "home.errorTooLong", { fields: ["nombre_dupe"] });
    const fuente = "http://forum.example/1";
    const page = await suggestDupe(visitor, "Nombre", "M", { fuente }, within(code));
    expect(page).toBeRefused(422, code, "perfume.errorSource", { fields: ["fuente"] });
    expect([fieldValue(page, "nombre_dupe"), fieldValue(page, "fuente")]).toEqual([
      "Nombre",
      fuente,
    ]);
    const without = await visitor.post(within(code), { intent: "suggest-dupe" });
    const fields = ["nombre_dupe", "marca_dupe"];
    expect(without).toBeRefused(422, code, "perfume.errorSuggestion", { fields });
    expect([await perfumes(), await dupes()]).toEqual([[], []]);
  },
);

test.each(twoLanguages)(
  "a suggestion already in the catalogue, in any spelling, is answered with a link to it, in %s",
  async (code) => {
    const dior = await addPerfume(site.db, "Dior", `L'Été ${code}`);
    const page = await suggestPerfume(site.newBrowser(), `l’ete ${code}`, "DIOR", {}, code);
    expect(page).toBeRefused(409, code, "home.known");
    const link = linkInAlert(page)!;
    expect(link.getAttribute("href")).toBe(`/${code}/perfume/dior-lete-${code}-${dior}`);
    expect(link.text).toBe(
      translate(code, "messages:perfume.seeKnown", { nombre: `L'Été ${code}` }),
    );

    const dupe = await addDupe(site.db, perfume, "Zara", "Vibrant Leather");
    const known = await suggestDupe(site.newBrowser(), "vibrant-leather", "ZARA", {}, within(code));
    expect(known).toBeRefused(409, code, "perfume.known");
    expect(linkInAlert(known)!.getAttribute("href")).toBe(`${within(code)}#dupe-${dupe}`);
    expect(fieldValue(known, "nombre_dupe")).toBe("vibrant-leather");
    expect([await perfumes(), await dupes()]).toEqual([[], []]);
  },
);

test.each(twoLanguages)(
  "a dupe of a perfume that does not exist cannot be suggested, in %s",
  async (code) => {
    for (const at of ["nobody-nothing-999999", "no-number", "0"]) {
      const page = await suggestDupe(site.newBrowser(), "A", "B", {}, `/${code}/perfume/${at}`);
      expect([page.status, page.dom.querySelector("main p")?.text]).toEqual([
        404,
        translate(code, "messages:perfume.errorPerfumeId"),
      ]);
    }
    expect(await dupes()).toEqual([]);
  },
);

test("an operator sees every page that was sent, and what is left of them becomes sources", async () => {
  const page = (n: number) => `https://forum.example/${n}`;
  const [ana, bea] = [await signedIn(site, "pages_of_ana"), await signedIn(site, "pages_of_bea")];
  const visitor = site.newBrowser();
  const sent = [visitor, visitor, visitor, ana, ana, bea, bea];
  for (const [at, n] of [1, 1, 2, 3, 4, 5, 6].entries())
    await suggestDupe(sent[at]!, "Supported by pages", "Maison", { fuente: page(n) });
  const mod = await signedInAs("moderator", site, "mod_of_pages");
  const opened = await mod.get("/es/desk/queue?kind=dupe");
  const all = [1, 2, 3, 4, 5].map(page);
  const shown = (of: Page) =>
    of.dom
      .querySelectorAll(".desk-what a[rel='noopener noreferrer nofollow']")
      .map(({ text }) => text);
  const typed = (of: Page) =>
    of.dom.querySelectorAll("input[name=fuente]").map((field) => field.getAttribute("value"));
  expect([shown(opened), typed(opened)]).toEqual([all, all]);
  const [one] = await dupes();
  const names = { marca: "Maison", nombre: "Supported by pages" };
  const item = { intent: "accept", item: `dupe:${one!.id}`, version: "5", ...names };
  const send = (...fuentes: string[]) => {
    const fields = [...Object.entries(item), ...fuentes.map((one) => ["fuente", one])];
    return mod.post("/es/desk/queue", fields);
  };
  const wrong = await send(page(1), "", "http://list.example/", page(4), "javascript:alert(1)");
  expect(wrong.status).toBe(422);
  const linked = wrong.dom.querySelectorAll('[role="alert"] a').map((link) => {
    const field = wrong.dom.querySelector(link.getAttribute("href")!)!;
    return [field.getAttribute("value"), field.getAttribute("aria-invalid")];
  });
  expect(linked).toEqual([
    ["http://list.example/", "true"],
    ["javascript:alert(1)", "true"],
  ]);
  expect(typed(wrong)).toEqual([
    page(1),
    undefined,
    "http://list.example/",
    page(4),
    "javascript:alert(1)",
  ]);
  expect((await send(page(1), "", "https://list.example/3", page(4), page(4))).status).toBe(303);
  expect((await sources()).map(({ url }) => url).toSorted()).toEqual([
    page(1),
    page(4),
    "https://list.example/3",
  ]);
});

test("a bot that fills in the hidden field sees the confirmation, and nothing is stored", async () => {
  const program = site.newBrowser();
  const form = await program.get("/es?suggest=perfume");
  const field = form.dom.querySelector(".unseen input[tabindex='-1']")!;
  expect(field.closest("[aria-hidden=true]")).not.toBeNull();
  const website = { [field.getAttribute("name")!]: "https://spam.example" };
  expect(await program.follow(await suggestPerfume(program, "A", "B", website))).toShow(
    "es",
    "home.suggested",
  );
  expect(await program.follow(await suggestDupe(program, "A", "B", website))).toShow(
    "es",
    "perfume.suggested",
  );
  expect([await perfumes(), await dupes()]).toEqual([[], []]);
});

test("a link opens the form, with its fields, on both pages", async () => {
  const home = await site.get("/es");
  const there = home.dom.querySelector('a[href*="suggest=perfume"]')!.getAttribute("href")!;
  expect(there).toBe("/es?suggest=perfume#suggest");
  const page = await site.get("/es?suggest=perfume");
  expect(page.dom.querySelectorAll("dialog#suggest[open] input[required]").length).toBe(2);
  const open = await site.get(`${path}?suggest=dupe`);
  expect(open.dom.querySelectorAll("dialog#suggest[open] input[required]").length).toBe(2);
});
