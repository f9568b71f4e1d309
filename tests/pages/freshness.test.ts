import { brotliDecompressSync } from "node:zlib";
import type { HTMLElement } from "node-html-parser";
import { afterAll, beforeEach, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { addDupe, addPerfume, addPerfumeWithDupe, changeDupe } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { type TestBrowser } from "../support/browser.ts";
import { noticeIn } from "../support/form-page.ts";
import { signedIn } from "../support/sign-in.ts";
import "../support/matchers.ts";

const site = await openSite();
afterAll(() => site.close());

let dupe: number;
let path: string;
let people = 0;

beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db);
  dupe = added.dupe;
  path = `/es${added.path}`;
});

const somebody = () => signedIn(site, `person_${++people}`);
const vote = (visitor: TestBrowser, voto = "1") =>
  visitor.post(path, { intent: "vote", dupe_id: String(dupe), voto });
const review = (visitor: TestBrowser, description: string) =>
  visitor.post(path, { intent: "publish-review", dupe_id: String(dupe), description });
const everywhere = () => ["", ...languageCodes.map((code) => `/${code}`)].map(within);
const within = (prefix: string) => path.replace("/es/", `${prefix}/`);
const isLiked = async (address: string, headers = {}) =>
  likedOnce((await site.get(address, headers)).dom.querySelector(".vote[value='1']")!);
const likedOnce = (button: HTMLElement) => button.lastChild!.text === " 1";

test("a vote shows immediately to the voter and to anonymous readers, in every language and at addresses without one", async () => {
  for (const address of everywhere()) expect(await isLiked(address)).toBe(false);
  expect(await isLiked(within(""), { "Accept-Language": "de" })).toBe(false);
  const ana = await somebody();
  const page = await ana.follow(await vote(ana));
  expect(likedOnce(page.dom.querySelector(".vote[value='1']")!)).toBe(true);
  for (const address of everywhere()) expect(await isLiked(address)).toBe(true);
  expect(await isLiked(within(""), { "Accept-Language": "de" })).toBe(true);
  expect(await isLiked(path, { "Save-Data": "on" })).toBe(true);
});

test("a vote shows immediately on home, which names the best dupes of popular bottles", async () => {
  for (let n = 0; n < 3; n++) await vote(await somebody());
  const figures = async () =>
    (await site.get("/es")).dom
      .querySelectorAll(".grid .small")
      .map(({ text }) => text)
      .join();
  expect(await figures()).toMatch(/Mejor dupe: .* 80\s%/u);
  await vote(await somebody());
  expect(await figures()).toMatch(/Mejor dupe: .* 83\s%/u);
});

test("the vote that makes a dupe doubted shows immediately on the brand's page, which no longer counts it", async () => {
  const id = await addPerfume(site.db, "Guerlain", "Vetiver");
  const doubted = await addDupe(site.db, id, "Armaf", "Craze", { dislikes: 4 });
  const counted = async () =>
    (await site.get("/es/brand/guerlain")).dom.querySelector(".pick")!.text;
  expect(await counted()).toContain("1 posible dupe");
  const fields = { intent: "vote", dupe_id: String(doubted), voto: "-1" };
  await (await somebody()).post(`/es/perfume/guerlain-vetiver-${id}`, fields);
  expect(await counted()).toContain("Aún sin alternativas");
});

test("a page rendered before a change is never cached after it, whenever the change happens", async () => {
  const br = { "Accept-Encoding": "br" };
  for (let turns = 0; turns < 40; turns++) {
    const nombre = `Name ${turns}`;
    const { pages } = site.services;
    // A vote drops some pages, a change of the catalogue all.
    const forget = () => (turns % 2 ? pages.clear() : pages.drop(path));
    forget();
    const reading = site.bytes(path, br);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await changeDupe(site.db, dupe, nombre);
    forget();
    await reading;
    const { body } = await site.bytes(path, br);
    expect(brotliDecompressSync(body).toString()).toContain(`>${nombre}</a></h3>`);
  }
});

test("a signed-in person's page is not shown to anybody else", async () => {
  const [ana, bruno] = [await somebody(), await somebody()];
  await vote(ana);
  await review(ana, "Mine.");
  const own = await ana.get(`${path}?reviews=${dupe}`);
  expect(own.dom.querySelector("button[name=review_id]")).not.toBeNull();
  expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  for (const other of [bruno, site.newBrowser()]) {
    const page = await other.get(`${path}?reviews=${dupe}`);
    expect(page.dom.querySelector("#reviews .said")?.text).toBe("Mine.");
    expect(page.dom.querySelector("button[name=review_id]")).toBeNull();
    expect(page.dom.querySelector(".vote[aria-pressed=true]")).toBeNull();
    const head = page.dom.querySelector("header.top")!.text;
    expect(head).not.toContain(`person_${people - 1}`);
    expect(page.headers.get("Cache-Control")).toMatch(/^private/u);
  }
});

test("an action's message is shown once: prefetches, redirects and files leave it for the next page", async () => {
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
  expect(page).toShow("es", "perfume.voted");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const next = await ana.get(path);
  expect([next.status, noticeIn(next)]).toEqual([200, null]);
});

test("an action's message is in the language of the page that shows it", async () => {
  const ana = await somebody();
  expect((await vote(ana)).status).toBe(303);
  expect(await ana.get(path.replace("/es/", "/it/"))).toShow("it", "perfume.voted");
});

test("a message in a forged cookie is not shown", async () => {
  const visitor = site.newBrowser();
  const value = Buffer.from(JSON.stringify({ kind: "alert", key: "perfume.voted" }));
  for (const made of [
    value.toString("base64"),
    `${value.toString("base64")}.x`,
    "%",
    "x".repeat(3000),
  ]) {
    visitor.cookies.set("flash", made);
    const page = await visitor.get(path);
    expect([page.status, noticeIn(page)]).toEqual([200, null]);
  }
});
