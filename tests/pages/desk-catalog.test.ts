// The catalogue at the desk (RULES.md 10): operators' changes show on shoppers' pages immediately.
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { createPictureRenderer } from "#app/uploads/picture-renderer.ts";
import type { TestBrowser } from "../support/browser.ts";
import { addDupe, addPerfume, pairOf } from "../support/database.ts";
import "../support/matchers.ts";
import { noise } from "../support/pictures.ts";
import { addPrice } from "../support/prices.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { translationsOf } from "../support/translations.ts";
import { eventually } from "../support/eventually.ts";

let site: TestSite;
let olga: TestBrowser & { id: string };
let eva: TestBrowser & { id: string };
let aventus: number;
let nuit: number;
let dupe: number;
let names = 0;

beforeAll(async () => {
  site = await openSite();
  olga = await signedInAs("moderator", site, "olga");
  eva = await signedIn(site, "eva");
  await site.start();
});
afterAll(() => site.close());

const nameOf = (n: number) => `Aventus ${n}`;

beforeEach(async () => {
  names += 1;
  aventus = await addPerfume(site.db, "Creed", nameOf(names), { popularidad: 7 });
  nuit = await addPerfume(site.db, "Armaf", `Nuit ${names}`);
  dupe = await addDupe(site.db, aventus, "Armaf", `Nuit ${names}`, { estimacion: 80 });
});

const desk = (id: number, lang = "es") => `/${lang}/desk/perfumes/${id}`;
const shop = (nombre = nameOf(names), id = aventus, marca = "Creed") =>
  `/es${perfumePath({ id, marca, nombre })}`;
const send = (fields: Record<string, string>, id = aventus, lang = "es") =>
  olga.post(desk(id, lang), fields);

async function valuesOf(id: number, intent = "save") {
  const page = await olga.get(desk(id));
  const form = page.dom.querySelector(`#${intent}`)!;
  return Object.fromEntries(
    form
      .querySelectorAll("input[name]")
      .map((input) => [input.getAttribute("name")!, input.getAttribute("value") ?? ""]),
  );
}

const seen = (path: string, what: string | RegExp, yes = true) =>
  eventually(async () => {
    const { html } = await site.get(path);
    expect(typeof what === "string" ? html.includes(what) : what.test(html)).toBe(yes);
  });

test("a bottle is found by its name, its number, a code, or the number of a bottle merged into it", async () => {
  await send({ intent: "alias-add", alias: `ZX-${names}00`, kind: "code" });
  const old = await addPerfume(site.db, "Creed", `Old ${names}`);
  await send({ intent: "merge", into: String(aventus), confirmed: "yes" }, old);
  for (const q of [`aventus ${names}`, String(aventus), `zx ${names}00`, String(old)])
    await eventually(async () => {
      const page = await olga.get(`/es/desk/perfumes?q=${encodeURIComponent(q)}`);
      expect(page.status).toBe(200);
      expect([q, page.html.includes(`href="${desk(aventus)}"`)]).toEqual([q, true]);
    });
  const none = await olga.get("/es/desk/perfumes?q=%22%20NEAR(%20%27%20OR%201=1--");
  expect([none.status, none.html.includes("<script>alert")]).toEqual([200, false]);
  expect((await olga.get(desk(old))).headers.get("Location")).toBe(desk(aventus));
  expect((await olga.get(desk(999_999))).status).toBe(404);
  expect((await olga.get("/es/desk/perfumes/01")).status).toBe(404);
});

test("a source is added and removed at the desk, without scripts, and shows in its dupe's section", async () => {
  const url = "https://forum.example/thread?utm_source=x";
  const fields = { dupe_id: String(dupe), url, title: " Side  by side ", stance: "against" };
  const source = { intent: "source-add", ...fields, kind: "discussion", said_on: "2025-03-01" };
  const answer = await send(source);
  expect(answer.headers.get("Location")).toBe(`${desk(aventus)}#dupe-${dupe}`);
  expect(await olga.follow(answer)).toShow("es", "catalogue.sourceAdded");
  const section = (await olga.get(desk(aventus))).dom.querySelector(`#dupe-${dupe}`)!;
  const link = section.querySelector('a[href="https://forum.example/thread"]')!;
  expect([link.text, link.getAttribute("rel")]).toEqual([
    "Side by side",
    "noopener noreferrer nofollow",
  ]);
  const counted = translationsOf("es").t("messages:dupeCard.sourcesAgainst", { count: 1 });
  const pair = `/es${await pairOf(site.db, dupe)}`;
  await seen(shop(), counted);
  await seen(pair, 'href="https://forum.example/thread"');
  const again = await send(source);
  expect(again).toBeRefused(409, "es", "catalogue.sourceThere", { fields: ["url"] });
  const source_id = section.querySelector("[name=source_id]")!.getAttribute("value")!;
  const elsewhere = await send({ intent: "source-remove", source_id }, nuit);
  expect(elsewhere.status).toBe(404);
  const removed = await send({ intent: "source-remove", source_id });
  expect(await olga.follow(removed)).toShow("es", "catalogue.sourceRemoved");
  await seen(shop(), counted, false);
  await seen(pair, url.split("?")[0]!, false);
  expect((await send({ intent: "source-remove", source_id })).status).toBe(404);
  expect((await send({ intent: "source-remove", source_id: "1e3" })).status).toBe(422);
});

test("a wrong source is refused beside its field, and what was typed stays", async () => {
  const right = {
    intent: "source-add",
    dupe_id: String(dupe),
    url: "https://forum.example/1",
    title: "T",
    stance: "for",
    kind: "article",
    said_on: "",
  };
  for (const [name, value, message] of [
    ["url", "http://forum.example/1", "catalogue.url"],
    ["url", "javascript:alert(1)", "catalogue.url"],
    ["url", "https://localhost/", "catalogue.url"],
    ["title", "  ", "catalogue.title"],
    ["title", "T".repeat(201), "catalogue.title"],
    ["said_on", "2999-01-01", "catalogue.saidOn"],
    ["stance", "neutral", "desk.unknown"],
  ] as const) {
    const page = await send({ ...right, [name]: value });
    expect([name, value, page.status]).toEqual([name, value, 422]);
    expect(page).toBeRefused(422, "es", message, { fields: [name] });
  }
  const { dom } = await send({ ...right, url: "forum.example" });
  const field = dom.querySelector(`#source-${dupe}-form [name=url]`);
  expect(field?.getAttribute("value")).toBe("forum.example");
  expect((await send({ ...right, dupe_id: "999999" })).status).toBe(404);
});

test("the desk names the figure that shoppers see, and none where they see none (RULES.md 1.6)", async () => {
  await addDupe(site.db, aventus, "Armaf", `Unknown ${names}`);
  await addDupe(site.db, aventus, "Armaf", `Voted ${names}`, { likes: 12_345 });
  const { dom } = await olga.get(desk(aventus));
  const figures = dom.querySelectorAll("#dupes .desk-folded > div > .small.soft");
  const texts = figures.map(({ text }) => text.replaceAll("\u00a0", " "));
  expect(texts).toEqual([
    "100 % · a favor 12.345, en contra 0",
    "Sin datos · a favor 0, en contra 0",
    "Sin datos · a favor 0, en contra 0 · Estimación: 80 %",
  ]);
});

test("an estimate says where it was published, which nothing has without a figure", async () => {
  const values = { intent: "dupe-save", dupe_id: String(dupe), enlace: "", reason: "" };
  const estimacion_url = "https://list.example/a";
  const saved = await send({ ...values, estimacion: "90", estimacion_url });
  expect(saved.status).toBe(303);
  const form = (await olga.get(desk(aventus))).dom.querySelector(`#dupe-${dupe}-form`)!;
  expect(form.querySelector("[name=estimacion_url]")?.getAttribute("value")).toBe(estimacion_url);
  for (const wrong of [
    { estimacion: "", estimacion_url },
    { estimacion: "90", estimacion_url: "http://list.example/a" },
  ]) {
    const page = await send({ ...values, ...wrong });
    expect(page).toBeRefused(422, "es", "catalogue.estimateUrl", { fields: ["estimacion_url"] });
  }
});

test("a correction shows on cached pages, in search and in the sitemap", async () => {
  const path = shop();
  expect((await site.get(path)).status).toBe(200);
  const values = await valuesOf(aventus);
  const answer = await send({ ...values, nombre: `Renamed ${names} <b>x` });
  expect(answer.status).toBe(303);
  expect(await olga.follow(answer)).toShow("es", "catalogue.saved");
  const renamed = `Renamed ${names} <b>x`;
  await eventually(async () => {
    expect((await site.get(path)).headers.get("Location")).toBe(shop(renamed));
    const page = await site.get(shop(renamed));
    expect(page.dom.querySelector("h1")?.text).toContain("Renamed");
    expect(page.html).not.toContain("<b>x");
    expect((await site.get(`/es?q=renamed+${names}`)).html).toContain(`-${aventus}"`);
  });
  expect((await olga.get(desk(aventus))).html).not.toContain("<b>x");
});

test("a person who saves an outdated version sees the other change and loses nothing typed", async () => {
  const values = await valuesOf(aventus);
  await send({ ...values, nombre: `First ${names}` });
  const second = await send({ ...values, nombre: `Second ${names}` });
  expect(second.status).toBe(409);
  expect(second.dom.querySelector('[role="alert"]')?.text).toContain("olga");
  const typed = second.dom.querySelector("#save [name=nombre]")?.getAttribute("value");
  const version = second.dom.querySelector("#save [name=version]")?.getAttribute("value");
  expect(typed).toBe(`Second ${names}`);
  expect((await send({ ...values, nombre: typed!, version: version! })).status).toBe(303);
});

test("an outdated form sent again keeps what somebody else saved in the fields that its sender left alone", async () => {
  await send({ ...(await valuesOf(aventus)), anio: "2010", notas: "birch" });
  const opened = await valuesOf(aventus);
  await send({ ...opened, anio: "2011", notas: "", popularidad: "8" });
  const refused = await send({ ...opened, nombre: `Typed ${names}`, familia: "woody" });
  expect(refused.status).toBe(409);
  const shown = Object.fromEntries(
    refused.dom
      .querySelectorAll("#save input[name]")
      .map((input) => [input.getAttribute("name")!, input.getAttribute("value") ?? ""]),
  );
  expect(shown).toMatchObject({
    nombre: `Typed ${names}`,
    familia: "woody",
    anio: "2011",
    notas: "",
    popularidad: "8",
  });
  const wrong = await send({ ...shown, anio: "1" });
  expect(wrong.status).toBe(422);
  await send({ ...(await valuesOf(aventus)), anio: "2012" });
  expect((await send({ ...shown, anio: "2013" })).status).toBe(409);
  expect(
    await site.db.selectFrom("perfumes").select("anio").where("id", "=", aventus).execute(),
  ).toEqual([{ anio: 2012 }]);
});

test("facts are saved, shown in the log in words, cleared and undone", async () => {
  const values = await valuesOf(aventus);
  const facts = { concentracion: "edp", anio: "2010", genero: "men", familia: "woody" };
  expect((await send({ ...values, ...facts, notas: "birch | musk" })).status).toBe(303);
  const page = await olga.get(desk(aventus, "en"));
  const shown = ["Eau de parfum", "2010", "Men", "woody", "birch, musk"];
  for (const text of shown) expect(page.html).toContain(`<td>${text}</td>`);
  expect((await olga.get(desk(aventus, "de"))).html).toContain("<td>Birke, Moschus</td>");
  expect(page.dom.querySelector("#save [name=notas]")!.getAttribute("value")).toBe("birch, musk");
  const chosen = page.dom.querySelectorAll("#save option[selected]");
  expect(chosen.map((one) => one.getAttribute("value"))).toEqual(["edp", "men"]);
  const cleared = { ...(await valuesOf(aventus)), concentracion: "", genero: "", notas: "" };
  expect((await send(cleared)).status).toBe(303);
  const stored = () =>
    site.db.selectFrom("perfumes").selectAll().where("id", "=", aventus).executeTakeFirst();
  const none = { concentracion: null, genero: null, notas: null };
  expect(await stored()).toMatchObject({ ...none, anio: 2010, familia: "woody" });
  const { id } = await site.db
    .selectFrom("audit_log")
    .select("id")
    .where("perfume_id", "=", aventus)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect((await send({ intent: "undo", entry: String(id) })).status).toBe(303);
  expect(await stored()).toMatchObject({ concentracion: "edp", notas: "birch|musk" });
});

test("wrong names, numbers and links are refused beside their fields", async () => {
  const values = await valuesOf(aventus);
  const other = await addPerfume(site.db, "Creed", `Other ${names}`);
  const cases: [number, Record<string, string>][] = [
    [422, { ...values, nombre: " " }],
    [422, { ...values, nombre: "x".repeat(201) }],
    [422, { ...values, nombre: "x".repeat(60_000) }],
    [422, { ...values, nombre: "Aven\u202etus" }],
    [422, { ...values, popularidad: "-1" }],
    [422, { ...values, concentracion: "water" }],
    [422, { ...values, anio: "1699" }],
    [422, { ...values, genero: "girls" }],
    [422, { ...values, familia: "wo\u202eody" }],
    [422, { ...values, notas: "a,b,c,d,e,f,g,h,i" }],
    [422, { ...values, version: "x" }],
    [409, { ...values, nombre: `OTHER ${names}` }],
    [422, { intent: "alias-add", alias: "", kind: "name" }],
    [409, { intent: "alias-add", alias: `other ${names}`, kind: "name" }],
    [422, { intent: "alias-add", alias: "X", kind: "evil" }],
    [404, { intent: "alias-remove", alias: "nothing" }],
    [422, { intent: "dupe-add", marca: "A", nombre: "B", estimacion: "101" }],
    [422, { intent: "dupe-add", marca: "A", nombre: "B", enlace: "javascript:alert(1)" }],
    [422, { intent: "dupe-add", marca: "A", nombre: "B", enlace: "https://a.example/\u202ex" }],
    [422, { intent: "dupe-add", marca: "A", nombre: "B", enlace: "https://a.example/\u001b[2J" }],
    [422, { intent: "dupe-add", marca: "Creed", nombre: nameOf(names) }],
    [409, { intent: "dupe-add", marca: "ARMAF", nombre: `nuit ${names}` }],
    [404, { intent: "dupe-save", dupe_id: "999999", estimacion: "1" }],
    [404, { intent: "dupe-remove", dupe_id: "999999", confirmed: "yes" }],
    [422, { intent: "merge", into: "abc" }],
    [422, { intent: "merge", into: "999999", confirmed: "yes" }],
    [422, { intent: "merge", into: String(aventus), confirmed: "yes" }],
    [422, { intent: "merge", into: String(nuit), confirmed: "yes" }],
    [404, { intent: "undo", entry: "999999" }],
    [422, { intent: "nonsense" }],
  ];
  const before = await site.db.selectFrom("audit_log").selectAll().execute();
  for (const [status, fields] of cases) {
    const page = await send(fields);
    expect([fields.intent, fields, page.status]).toEqual([fields.intent, fields, status]);
    expect(page.dom.querySelectorAll('[role="alert"]')).toHaveLength(1);
  }
  expect(await site.db.selectFrom("audit_log").selectAll().execute()).toEqual(before);
  expect((await olga.get(desk(other))).status).toBe(200);
});

test("a dupe is added, changed, removed after a confirmation, and restored", async () => {
  const added = await send({
    intent: "dupe-add",
    marca: "Zara",
    nombre: `Vibrant ${names}`,
    estimacion: "77",
    enlace: "https://shop.example/v",
  });
  expect(added.status).toBe(303);
  await seen(shop(), `Vibrant ${names}`);
  await site.db
    .insertInto("user_votes")
    .values({ user_id: eva.id, dupe_id: dupe, voto: 1, created_at: new Date().toISOString() })
    .execute();
  await send({ intent: "dupe-save", dupe_id: String(dupe), estimacion: "60", enlace: "" });
  await seen(shop(), /60\s*%/u);
  const asked = await send({ intent: "dupe-remove", dupe_id: String(dupe) });
  expect(asked.status).toBe(200);
  expect(asked.dom.querySelector(".desk-confirm ul")?.text).toContain("votos: 1");
  expect((await site.get(shop())).html).toContain(`Nuit ${names}`);
  const fields = Object.fromEntries(
    asked.dom
      .querySelectorAll(".desk-confirm input")
      .map((one) => [one.getAttribute("name")!, one.getAttribute("value")!]),
  );
  expect((await send({ ...fields, confirmed: "yes" })).status).toBe(303);
  await seen(shop(), `Nuit ${names}`, false);
  const page = await olga.get(desk(aventus));
  const entry = page.dom.querySelector("#history [name=entry]")!.getAttribute("value")!;
  expect((await send({ intent: "undo", entry })).status).toBe(303);
  await seen(shop(), `Nuit ${names}`);
  expect(
    await site.db.selectFrom("user_votes").select("voto").where("dupe_id", "=", dupe).execute(),
  ).toEqual([{ voto: 1 }]);
  expect((await send({ intent: "undo", entry })).status).toBe(409);
});

test("a dupe beyond the page's limit can also be removed", async () => {
  for (let n = 0; n < 201; n++) await addDupe(site.db, nuit, "Zara", `Copy ${n}`);
  const page = await olga.get(desk(nuit));
  const last = await site.db
    .selectFrom("dupes")
    .select("id")
    .where("perfume_id", "=", nuit)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(page.dom.querySelector(`#dupe-${last.id}`)).toBeNull();
  const fields = { intent: "dupe-remove", dupe_id: String(last.id), confirmed: "yes" };
  expect((await send(fields, nuit)).status).toBe(303);
});

test("a refused dupe form is open below its row, with everything typed; everything else is folded", async () => {
  const openIn = (page: { dom: { querySelectorAll(what: string): { id: string }[] } }) =>
    page.dom.querySelectorAll("main details[open] form").map(({ id }) => id);
  expect(openIn(await olga.get(desk(aventus)))).toEqual([]);
  const fields = { dupe_id: String(dupe), estimacion: "55", enlace: "https://x.example/" };
  const long = { ...fields, reason: "x".repeat(501) };
  for (const typed of [
    { intent: "dupe-save", ...long },
    { intent: "dupe-remove", ...long },
    { intent: "dupe-save", ...fields, estimacion: "101" },
  ]) {
    const page = await send(typed);
    expect([page.status, openIn(page)]).toEqual([422, [`dupe-${dupe}-form`]]);
    const kept = page.dom.querySelector(`#dupe-${dupe} [name=estimacion]`);
    expect(kept?.getAttribute("value")).toBe(typed.estimacion);
  }
  for (const intent of ["alias-add", "dupe-add", "merge"])
    expect(openIn(await send({ intent }))).toEqual([intent]);
});

test("a change's reason is in the log and in the bottle's history, with the difference and a link to the entry", async () => {
  const values = await valuesOf(aventus);
  await site.db
    .updateTable("perfumes")
    .set({ foto: "https://x.example/a.webp" })
    .where("id", "=", nuit)
    .execute();
  await send({ ...values, nombre: `Renamed ${names}`, reason: "typo <b>" });
  const twin = await addPerfume(site.db, "Creed", `Twin ${names}`);
  const gone = await addPerfume(site.db, "Creed", `Gone ${names}`);
  const confirmed = "yes";
  await send({ intent: "photo-remove", reason: "wrong bottle" }, nuit);
  await send({ intent: "dupe-save", dupe_id: String(dupe), estimacion: "61", reason: "smelt it" });
  await send({ intent: "dupe-remove", dupe_id: String(dupe), confirmed, reason: "nothing alike" });
  await send({ intent: "merge", into: String(aventus), confirmed, reason: "twice there" }, twin);
  await send({ intent: "remove", confirmed, reason: "no perfume" }, gone);
  const entries = await site.db
    .selectFrom("audit_log")
    .select(["id", "action", "reason"])
    .orderBy("id", "desc")
    .limit(6)
    .execute();
  expect(entries.map(({ action, reason }) => [action, reason]).toReversed()).toEqual([
    ["edit", "typo <b>"],
    ["photo-remove", "wrong bottle"],
    ["dupe-save", "smelt it"],
    ["dupe-remove", "nothing alike"],
    ["merge", "twice there"],
    ["remove", "no perfume"],
  ]);
  const edited = entries.at(-1)!.id;
  const entry = (await olga.get(desk(aventus))).dom.querySelector(`#history #entry-${edited}`)!;
  const { fields } = translationsOf("es").desk.log;
  expect(entry.querySelector(`a[href="/es/desk/log?entry=${edited}"]`)).not.toBeNull();
  expect(entry.querySelectorAll("tbody th").map((one) => one.text)).toContain(fields.nombre);
  expect(entry.querySelectorAll("td").map((one) => one.text)).toEqual(
    expect.arrayContaining([nameOf(names), `Renamed ${names}`]),
  );
  expect(entry.text).toContain("typo <b>");
});

test("a bottle's current prices are rows, and waiting ones link to the queue", async () => {
  const now = new Date();
  await addPrice(site.db, aventus, 2490, now, { shop: "uno.example" });
  await addPrice(site.db, aventus, 2590, now, { state: "refused" });
  const held = await addPrice(site.db, aventus, 99_900, now, { state: "held" });
  const page = await olga.get(desk(aventus));
  const rows = page.dom.querySelectorAll("#prices tbody tr");
  expect(rows.map((row) => row.querySelector("b")?.text.replaceAll(/\s/gu, " "))).toEqual([
    "999,00 €",
    "24,90 €",
  ]);
  const link = rows[0]!.querySelector("a")!.getAttribute("href")!;
  expect(link).toBe(`/es/desk/queue?item=price:${held}`);
  expect((await olga.get(link)).dom.querySelector(`#price-${held}`)).not.toBeNull();
  expect(rows[1]!.text).toContain("uno.example");
  for (let n = 0; n < 25; n++)
    await addPrice(site.db, aventus, 2000 + n, now, { shop: `s${n}.example` });
  expect((await olga.get(desk(aventus))).dom.querySelectorAll("#prices tbody tr")).toHaveLength(20);
});

test("a merge asks first, redirects the old address, and is undone", async () => {
  const twin = await addPerfume(site.db, "Creed", `Aventus Twin ${names}`);
  await addDupe(site.db, twin, "Zara", `Vibrant ${names}`);
  const asked = await send({ intent: "merge", into: String(aventus) }, twin);
  const question = asked.dom.querySelector(".desk-confirm")!;
  expect(question.text).toContain("dupes: 1");
  // Everything is moved, so nothing would be deleted.
  expect(question.text).not.toContain(translationsOf("es").desk.frame.goes);
  expect((await site.get(shop(`Aventus Twin ${names}`, twin))).status).toBe(200);
  const done = await send({ intent: "merge", into: String(aventus), confirmed: "yes" }, twin);
  expect(done.headers.get("Location")).toBe(desk(aventus));
  await eventually(async () => {
    const old = await site.get(shop(`Aventus Twin ${names}`, twin));
    expect([old.status, old.headers.get("Location")]).toEqual([301, shop()]);
  });
  await seen(shop(), `Vibrant ${names}`);
  const page = await olga.get(desk(aventus));
  const entry = page.dom.querySelector("#history [name=entry]")!.getAttribute("value")!;
  expect((await send({ intent: "undo", entry })).status).toBe(303);
  await eventually(async () => {
    expect((await site.get(shop(`Aventus Twin ${names}`, twin))).status).toBe(200);
  });
  await seen(shop(), `Vibrant ${names}`, false);
});

test("a person who signed in long ago must sign in again before a destructive action", async () => {
  const other = await addPerfume(site.db, "Creed", `Other ${names}`);
  const destroying: Record<string, string>[] = [
    { intent: "dupe-remove", dupe_id: String(dupe), confirmed: "yes" },
    { intent: "merge", into: String(other), confirmed: "yes" },
    { intent: "remove", confirmed: "yes" },
  ];
  const prove = (proved_at: string) =>
    site.db.updateTable("sessions").set({ proved_at }).where("user_id", "=", olga.id).execute();
  await prove(new Date(Date.now() - 31 * 60_000).toISOString());
  for (const fields of destroying) {
    const answer = await send(fields);
    expect(answer.status).toBe(200);
    expect(answer.dom.querySelector(".desk-confirm [name=again_password]")).not.toBeNull();
  }
  expect((await site.get(shop())).html).toContain(`Nuit ${names}`);
  await prove(new Date().toISOString());
  expect((await send(destroying[0]!)).headers.get("Location")).toContain("/es/desk/perfumes/");
});

test("a bottle is removed after a confirmation: its page is 410, and its dupe's page no longer mentions it", async () => {
  const asked = await send({ intent: "remove" });
  expect(asked.dom.querySelector(".desk-confirm ul")?.text).toContain("dupes: 1");
  expect((await site.get(shop())).status).toBe(200);
  expect((await send({ intent: "remove", confirmed: "yes" })).status).toBe(303);
  await eventually(async () => expect((await site.get(shop())).status).toBe(410));
  expect((await send({ intent: "remove", confirmed: "yes" })).status).toBe(404);
  expect((await send({ ...(await valuesOf(nuit)), nombre: "x" }, aventus)).status).toBe(404);
});

async function picture(format: "jpeg" | "png" = "jpeg") {
  const bytes = await noise(800, 1000)
    .withExif({ IFD0: { Make: "Telephone" } })
    .toFormat(format)
    .toBuffer();
  return new File([Uint8Array.from(bytes)], "bottle.jpg", { type: "image/jpeg" });
}

describe("a photo", () => {
  const fotoOf = async () =>
    (
      await site.db
        .selectFrom("perfumes")
        .select("foto")
        .where("id", "=", aventus)
        .executeTakeFirstOrThrow()
    ).foto;

  test("is shown in two sizes, with width and height, and served safely and cacheable for ever", async () => {
    expect((await site.get(shop())).html).not.toContain("/photos/");
    const answer = await olga.upload(desk(aventus), "photo", await picture());
    expect(answer.status).toBe(303);
    expect(await olga.follow(answer)).toShow("es", "catalogue.photoSaved");
    const foto = (await fotoOf())!;
    const page = foto.replace("card-", "page-");
    await seen(shop(), `src="${page}"`);
    const shown = (await site.get(shop())).dom.querySelector(`img[src="${page}"]`)!;
    expect([shown.getAttribute("width"), shown.getAttribute("height")]).toEqual(["120", "160"]);
    expect((await site.get(shop())).html).toContain(`"${site.config.origin}${page}"`);
    await eventually(async () => {
      expect((await site.get(`/es?q=aventus+${names}`)).html).toContain(`src="${foto}"`);
    });
    for (const [path, width, most] of [
      [foto, 240, 20_000],
      [page, 600, 100_000],
    ] as const) {
      const { status, headers, body } = await site.bytes(path, {});
      expect(status).toBe(200);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("Content-Type")).toBe("image/webp");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toContain("sandbox");
      expect(headers.get("Set-Cookie")).toBeNull();
      expect(body.length).toBeLessThanOrEqual(most);
      expect(await sharp(body).metadata()).toMatchObject({ format: "webp", width });
      expect(body.includes("Telephone")).toBe(false);
      const etag = headers.get("ETag")!;
      expect((await site.get(path, { "If-None-Match": etag })).status).toBe(304);
    }
    expect((await send({ intent: "photo-remove" })).status).toBe(303);
    await seen(shop(), "/photos/", false);
    expect((await site.get(foto)).status).toBe(404);
  });

  test("of the wrong type is refused, and the previous one stays", async () => {
    await olga.upload(desk(aventus), "photo", await picture("png"));
    const { dom } = await olga.get(desk(aventus));
    const form = dom.querySelector("#photo-file")!.closest("form")!;
    expect(form.hasAttribute("novalidate")).toBe(true);
    const before = await fotoOf();
    const bomb = await noise(1, 1)
      .resize(5200, 5200, { kernel: "nearest" })
      .gif({ effort: 1 })
      .toBuffer();
    const cases: [number, File | null][] = [
      [422, null],
      [422, new File(["<svg onload=alert(1)>"], "x.svg", { type: "image/svg+xml" })],
      [422, new File(["<?php"], "x.webp", { type: "image/webp" })],
      [422, new File([Uint8Array.from(bomb)], "bomb.gif")],
      [413, new File([new Uint8Array(16 * 1024 * 1024)], "large.jpg")],
    ];
    for (const [status, file] of cases) {
      const page = await olga.upload(desk(aventus), "photo", file);
      expect([file?.name, page.status]).toEqual([file?.name, status]);
      expect(page.dom.querySelectorAll('[role="alert"]')).toHaveLength(1);
    }
    expect(before).not.toBeNull();
    expect(await fotoOf()).toBe(before);
  });

  test("that is not decoded in time may be sent again (RULES.md 12.7)", async () => {
    const { avatars } = site.services;
    const { renderer } = avatars;
    const hurried = createPictureRenderer(1);
    avatars.renderer = hurried;
    const page = await olga.upload(desk(aventus), "photo", await picture("png"));
    expect(page).toBeRefused(503, "es", "profile.photosBusy");
    expect(page.headers.get("Retry-After")).toBe("10");
    avatars.renderer = renderer;
    await hurried.close();
  });

  test.each([
    "/photos/1/card-0123456789abcdef.webp",
    "/photos/1/..%2F..%2Fperfumes.db",
    "/photos/..%2F1/card-0123456789abcdef.webp",
    "/photos/1/avatar.webp",
  ])("that does not exist is 404: %s", async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });
});
