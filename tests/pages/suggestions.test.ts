import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectRefused, expectSaid } from "../support/answers.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { codes, translated } from "../support/words.ts";

let site: TestSite;
let perfume: number;
let path: string;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

beforeEach(async () => {
  await site.db.deleteFrom("sugerencias_perfumes").execute();
  await site.db.deleteFrom("sugerencias_dupes").execute();
  perfume = await addPerfume(site.db, "Creed", `Aventus ${Math.random()}`);
  path = (await site.get(`/es/perfume/${perfume}`)).headers.get("Location")!;
});

const suggestPerfume = (
  visitor: TestVisitor,
  nombre: string,
  marca: string,
  more = {},
  code = "es",
) =>
  visitor.post(`/${code}`, {
    intent: "suggest-perfume",
    nombre_perfume: nombre,
    marca_perfume: marca,
    ...more,
  });
const suggestDupe = (visitor: TestVisitor, nombre: string, marca: string, more = {}, at = path) =>
  visitor.post(at, { intent: "suggest-dupe", nombre_dupe: nombre, marca_dupe: marca, ...more });
const perfumes = () => site.db.selectFrom("sugerencias_perfumes").selectAll().execute();
const dupes = () => site.db.selectFrom("sugerencias_dupes").selectAll().execute();
const typed = ({ dom }: Page, field: string) =>
  dom.querySelector(`dialog input[name=${field}]`)?.getAttribute("value");
const within = (code: string) => path.replace("/es/", `/${code}/`);

test.each(codes)("anybody suggests a perfume, in %s", async (code) => {
  const visitor = newVisitor(site);
  const answer = await suggestPerfume(visitor, "Nouveau", "Maison", {}, code);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/${code}#explore`]);
  expectSaid(await visitor.follow(answer), code, "home.suggested");
  expect(await perfumes()).toMatchObject([
    { nombre_perfume: "Nouveau", marca_perfume: "Maison", user_id: null, veces: 1 },
  ]);
});

test.each(codes)("anybody suggests a dupe, in %s", async (code) => {
  const visitor = newVisitor(site);
  const answer = await suggestDupe(visitor, "Nouveau", "Maison", {}, within(code));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, within(code)]);
  expectSaid(await visitor.follow(answer), code, "perfume.suggested");
  expect(await dupes()).toMatchObject([{ nombre_dupe: "Nouveau", user_id: null }]);
});

test.each(codes)(
  "what is wrong with a suggestion is said, with everything kept, in %s",
  async (code) => {
    const visitor = newVisitor(site);
    const long = "x".repeat(101);
    const nameless = await suggestPerfume(visitor, " \t ", "Maison", {}, code);
    expectRefused(nameless, 422, code, "home.errorEmpty");
    expect(typed(nameless, "marca_perfume")).toBe("Maison");
    expect(nameless.dom.querySelectorAll("[aria-invalid]").length).toBe(1);
    expectRefused(await suggestPerfume(visitor, "", "", {}, code), 422, code, "home.errorEmpty");
    expectRefused(
      await suggestPerfume(visitor, "\u2800", "M", {}, code),
      422,
      code,
      "home.errorEmpty",
    );
    const wordy = await suggestPerfume(visitor, long, "Maison", {}, code);
    expectRefused(wordy, 422, code, "home.errorTooLong");
    expect(typed(wordy, "nombre_perfume")).toBe(long);

    const brandless = await suggestDupe(visitor, "Nombre", "\u200b", {}, within(code));
    expectRefused(brandless, 422, code, "perfume.errorSuggestion");
    expect(typed(brandless, "nombre_dupe")).toBe("Nombre");
    const dupeless = await visitor.post(within(code), { intent: "suggest-dupe" });
    expectRefused(dupeless, 422, code, "perfume.errorSuggestion");
    expectRefused(
      await suggestDupe(visitor, long, "M", {}, within(code)),
      422,
      code,
      "home.errorTooLong",
    );
    expect([await perfumes(), await dupes()]).toEqual([[], []]);
  },
);

test.each(codes)("what there is already is linked, in whatever spelling, in %s", async (code) => {
  const dior = await addPerfume(site.db, "Dior", `L'Été ${code}`);
  const page = await suggestPerfume(newVisitor(site), `l’ete ${code}`, "DIOR", {}, code);
  expectRefused(page, 409, code, "home.known");
  const link = page.dom.querySelector("main [role=alert] a")!;
  expect(link.getAttribute("href")).toBe(`/${code}/perfume/dior-lete-${code}-${dior}`);
  expect(link.text).toBe(translated(code, "suggest.seeKnown", { nombre: `L'Été ${code}` }));

  const dupe = await addDupe(site.db, perfume, "Armaf", "Club de Nuit");
  const known = await suggestDupe(newVisitor(site), "club-de-nuit", "ARMAF", {}, within(code));
  expectRefused(known, 409, code, "perfume.known");
  expect(known.dom.querySelector("main [role=alert] a")!.getAttribute("href")).toBe(
    `${within(code)}#dupe-${dupe}`,
  );
  expect(typed(known, "nombre_dupe")).toBe("club-de-nuit");
  expect([await perfumes(), await dupes()]).toEqual([[], []]);
});

test.each(codes)("a dupe of a perfume that there is not is not identified, in %s", async (code) => {
  for (const at of ["nobody-nothing-999999", "no-number", "0"]) {
    const page = await suggestDupe(newVisitor(site), "A", "B", {}, `/${code}/perfume/${at}`);
    expect([page.status, page.dom.querySelector("main p")?.text]).toEqual([
      404,
      translated(code, "messages:perfume.errorPerfumeId"),
    ]);
  }
  expect(await dupes()).toEqual([]);
});

test("a suggestion of a person bears their name, a repeated one is counted, a form sent twice is not", async () => {
  const ana = await newMember(site, "ana_suggests");
  await Promise.all([1, 2, 3].map(() => suggestPerfume(ana, "Nouveau", "Maison")));
  await Promise.all([1, 2, 3].map(() => suggestDupe(ana, "Nouveau", "Maison")));
  expect(await perfumes()).toMatchObject([{ user_id: ana.id, veces: 1 }]);
  expect(await dupes()).toMatchObject([{ user_id: ana.id, veces: 1 }]);
  await suggestPerfume(newVisitor(site), "NOUVEAU", "maison");
  await suggestDupe(newVisitor(site), "NOUVEAU", "maison");
  expect([await perfumes(), await dupes()]).toMatchObject([[{ veces: 2 }], [{ veces: 2 }]]);
});

test("a program that fills in what people do not see is thanked, and nothing is kept", async () => {
  const program = newVisitor(site);
  const form = await program.get("/es?suggest=perfume");
  const field = form.dom.querySelector(".unseen input[tabindex='-1']")!;
  expect(field.closest("[aria-hidden=true]")).not.toBeNull();
  const website = { [field.getAttribute("name")!]: "https://spam.example" };
  expectSaid(
    await program.follow(await suggestPerfume(program, "A", "B", website)),
    "es",
    "home.suggested",
  );
  expectSaid(
    await program.follow(await suggestDupe(program, "A", "B", website)),
    "es",
    "perfume.suggested",
  );
  expect([await perfumes(), await dupes()]).toEqual([[], []]);
});

test("an anonymous client suggests five times in ten minutes, whatever and wherever; the sixth keeps what was typed", async () => {
  const visitor = newVisitor(site);
  for (let n = 0; n < 3; n++)
    expect((await suggestPerfume(visitor, `P${n}`, "M")).status).toBe(303);
  for (let n = 0; n < 2; n++) expect((await suggestDupe(visitor, `D${n}`, "M")).status).toBe(303);
  for (const [page, field] of [
    [await suggestPerfume(visitor, "Sixth", "M"), "nombre_perfume"],
    [await suggestDupe(visitor, "Sixth", "M"), "nombre_dupe"],
  ] as const) {
    expectRefused(page, 429, "es", "form.tooMany", { minutes: "10" });
    expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(typed(page, field)).toBe("Sixth");
  }
  expect([(await perfumes()).length, (await dupes()).length]).toEqual([3, 2]);
});

test("a header that anybody can send makes no other client", async () => {
  const visitor = newVisitor(site);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const body = { intent: "suggest-perfume", nombre_perfume: `P${n}`, marca_perfume: "M" };
    const headers = { "X-Forwarded-For": `198.51.100.${n}`, Forwarded: `for=198.51.100.${n}` };
    statuses.push((await visitor.post("/es", body, headers)).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

test("what is suggested is kept on one line, composed, and escaped where it is shown again", async () => {
  const visitor = newVisitor(site);
  await suggestPerfume(visitor, " Cafe\u0301\r\nde\u202e   Nuit ", "Mai\u0000son");
  expect(await perfumes()).toMatchObject([
    { nombre_perfume: "Café de Nuit", marca_perfume: "Maison" },
  ]);
  const hostile = `"><script>alert(1)</script>`;
  const page = await suggestPerfume(visitor, hostile, "");
  expect(page.html).not.toContain("<script>alert");
  expect(typed(page, "nombre_perfume")).toBe(hostile);
});

test("the form opens by a link, with its fields, on both pages", async () => {
  const home = await site.get("/es");
  const there = home.dom.querySelector('a[href*="suggest=perfume"]')!.getAttribute("href")!;
  expect(there).toBe("/es?suggest=perfume#suggest");
  const page = await site.get("/es?suggest=perfume");
  expect(page.dom.querySelectorAll("dialog#suggest[open] input[required]").length).toBe(2);
  const open = await site.get(`${path}?suggest=dupe`);
  expect(open.dom.querySelectorAll("dialog#suggest[open] input[required]").length).toBe(2);
});
