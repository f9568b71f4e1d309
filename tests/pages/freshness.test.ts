import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectSaid, firstSaid } from "../support/answers.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { newMember, newVisitor } from "../support/members.ts";
import type { TestVisitor } from "../support/visitor.ts";
import { codes } from "../support/words.ts";

let site: TestSite;
let dupe: number;
let path: string;
let people = 0;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

beforeEach(async () => {
  const id = await addPerfume(site.db, "Creed", `Aventus ${Math.random()}`);
  dupe = await addDupe(site.db, id, "Armaf", "Club de Nuit");
  path = (await site.get(`/es/perfume/${id}`)).headers.get("Location")!;
});

const somebody = () => newMember(site, `person_${++people}`);
const vote = (visitor: TestVisitor, voto = "1") =>
  visitor.post(path, { intent: "vote", dupe_id: String(dupe), voto });
const review = (visitor: TestVisitor, description: string) =>
  visitor.post(path, { intent: "publish-review", dupe_id: String(dupe), description });
const everywhere = () => ["", ...codes.map((code) => `/${code}`)].map(within);
const within = (prefix: string) => path.replace("/es/", `${prefix}/`);
const likes = async (address: string, headers = {}) =>
  (await site.get(address, headers)).dom.querySelector(".vote[value='1']")!.text.trim();

test("a vote is seen at once by the person and by anonymous readers, in every language and on bare addresses", async () => {
  for (const address of everywhere()) expect(await likes(address)).toMatch(/0$/u);
  expect(await likes(within(""), { "Accept-Language": "de" })).toMatch(/0$/u);
  const ana = await somebody();
  const page = await ana.follow(await vote(ana));
  expect(page.dom.querySelector(".vote[value='1']")!.text.trim()).toMatch(/1$/u);
  for (const address of everywhere()) expect(await likes(address)).toMatch(/1$/u);
  expect(await likes(within(""), { "Accept-Language": "de" })).toMatch(/1$/u);
  expect(await likes(path, { "Save-Data": "on" })).toMatch(/1$/u);
});

test("a review published or deleted changes the count that anonymous readers see at once", async () => {
  const label = async () =>
    (await site.get(path)).dom.querySelector(`a[href*="reviews=${dupe}"]`)!.text;
  expect(await label()).toContain("Sin reseñas");
  const ana = await somebody();
  const page = await ana.follow(await review(ana, "Idéntico."));
  expectSaid(page, "es", "reviews.published");
  expect(page.dom.querySelector("#reviews .said")?.text).toBe("Idéntico.");
  expect(await label()).toContain("1 reseña ");
  const review_id = page.dom.querySelector("button[name=review_id]")!.getAttribute("value")!;
  await ana.post(path, { intent: "delete-review", review_id });
  expect(await label()).toContain("Sin reseñas");
});

test("a page made from what is outdated by now is not kept, whenever the action came in between", async () => {
  const br = { "Accept-Encoding": "br" };
  for (let turns = 0; turns < 40; turns++) {
    const nombre = `Name ${turns}`;
    site.services.pages.drop(path);
    const reading = site.bytes(path, br);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await site.db.updateTable("dupes").set({ nombre }).where("id", "=", dupe).execute();
    site.services.pages.drop(path);
    await reading;
    const { body } = await site.bytes(path, br);
    expect(brotliDecompressSync(body).toString()).toContain(`<h3>${nombre}</h3>`);
  }
});

test("what one person sees of themselves nobody else sees", async () => {
  const [ana, bruno] = [await somebody(), await somebody()];
  await vote(ana);
  await review(ana, "Mine.");
  const own = await ana.get(`${path}?reviews=${dupe}`);
  expect(own.dom.querySelector("button[name=review_id]")).not.toBeNull();
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  for (const other of [bruno, newVisitor(site)]) {
    const page = await other.get(`${path}?reviews=${dupe}`);
    expect(page.dom.querySelector("button[name=review_id]")).toBeNull();
    expect(page.dom.querySelector(".vote[aria-pressed=true]")).toBeNull();
    const head = page.dom.querySelector("header.top")!.text;
    expect(head).not.toContain(`person_${people - 1}`);
    expect(page.headers.get("Cache-Control")).toMatch(/^private/u);
  }
});

test("what was done is said once: not to a prefetch, not by a redirect, not by what is no page", async () => {
  const ana = await somebody();
  const answer = await vote(ana);
  await ana.get(path, { "Sec-Purpose": "prefetch;prerender" });
  await ana.get(path, { Purpose: "prefetch" });
  expect((await ana.get(path.replace("aventus", "old"))).status).toBe(301);
  expect((await ana.get("/auth")).status).toBe(302);
  expect((await ana.get("/auth.data")).status).toBe(202);
  await ana.get("/api/perfumes?q=creed&lang=es");
  await ana.get(`/avatars/${ana.id}/avatar.webp`);
  await ana.get("/healthz");
  await ana.get("/robots.txt");
  await ana.get("/profile/data");
  const page = await ana.follow(answer);
  expectSaid(page, "es", "perfume.voted");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(firstSaid(await ana.get(path), "status")).toBeNull();
});

test("what was done is said in the language of the page that says it", async () => {
  const ana = await somebody();
  expect((await vote(ana)).status).toBe(303);
  expectSaid(await ana.get(path.replace("/es/", "/it/")), "it", "perfume.voted");
});

test("nobody can make the site say something by a cookie of their own", async () => {
  const visitor = newVisitor(site);
  const value = Buffer.from(JSON.stringify({ kind: "alert", key: "perfume.voted" }));
  for (const made of [
    value.toString("base64"),
    `${value.toString("base64")}.x`,
    "%",
    "x".repeat(3000),
  ]) {
    visitor.cookies.set("flash", made);
    const page = await visitor.get(path);
    expect([page.status, firstSaid(page, "alert"), firstSaid(page, "status")]).toEqual([
      200,
      null,
      null,
    ]);
  }
});
