import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { addPerfumeWithDupe, changeDupe } from "../support/database.ts";
import { noticeIn } from "../support/form-page.ts";
import "../support/matchers.ts";
import { addPrice } from "../support/prices.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";

const site = await openSite();
afterAll(() => site.close());

let path: string;
let dupe: number;

// Each test uses a different perfume, so that no test gets a page cached by another.
beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db, { likes: 1 });
  dupe = added.dupe;
  path = `/es${added.path}`;
});

const rename = (nombre: string) => changeDupe(site.db, dupe, nombre);

test("an anonymous page is cached, with headers that also let proxies cache it", async () => {
  const first = await site.get(path);
  expect(first.headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=60");
  expect(first.headers.get("Vary")).toBe("Accept-Encoding, Cookie, Save-Data");
  await rename("Renamed behind the server's back");
  const second = await site.get(path);
  expect(second.html).toBe(first.html);
  expect(second.headers.get("Content-Security-Policy")).toBe(
    first.headers.get("Content-Security-Policy"),
  );
});

test("what somebody adds to an address stands in nobody else's page", async () => {
  for (const query of ["?person=added", "?utm_source=added"]) {
    await site.get(path + query);
    expect((await site.get(path)).html).not.toContain("added");
  }
});

test("brotli, gzip and plain are three encodings of one page, with one ETag", async () => {
  const plain = await site.get(path);
  const br = await site.bytes(path, { "Accept-Encoding": "gzip, deflate, br, zstd" });
  const gzip = await site.bytes(path, { "Accept-Encoding": "gzip, br;q=0" });
  expect(br.headers.get("Content-Encoding")).toBe("br");
  expect(brotliDecompressSync(br.body).toString()).toBe(plain.html);
  expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(gzip.body).toString()).toBe(plain.html);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.get("ETag"))).size).toBe(1);
});

test("a reader who already has the page gets 304", async () => {
  const { headers } = await site.get(path);
  const again = await site.get(path, { "If-None-Match": `"x", ${headers.get("ETag")}` });
  expect([again.status, again.html]).toEqual([304, ""]);
  expect(again.headers.get("ETag")).toBe(headers.get("ETag"));
  expect(again.headers.get("Vary")).toBe(headers.get("Vary"));
  await rename("Another name");
  site.services.pages.drop(path);
  expect((await site.get(path, { "If-None-Match": headers.get("ETag")! })).status).toBe(200);
});

test("a request with a session neither reads nor fills the cache", async () => {
  const session = { Cookie: "auth_token=x" };
  const theirs = await site.get(path, session);
  expect(theirs.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await site.get(path)).headers.get("Cache-Control")).toContain("public");
  expect((await site.get(path, session)).headers.get("Cache-Control")).toBe("private, no-store");
});

test("a message is shown although the page is cached, and to its reader alone", async () => {
  await site.get(path);
  const message = await site.services.cookies.flash.serialize({
    kind: "status",
    key: "perfume.voted",
  });
  const theirs = await site.get(path, { Cookie: message.split(";")[0]! });
  expect(theirs).toShow("es", "perfume.voted");
  expect(noticeIn(await site.get(path))).toBeNull();
});

test("what a page tells everybody is read once for signed-in readers, until the page is dropped", async () => {
  const [ana, eva] = [await signedIn(site, "ana"), await signedIn(site, "eva")];
  await ana.get(path);
  await rename("Renamed behind the server's back");
  expect((await eva.get(path)).html).not.toContain("Renamed behind");
  // A visitor's page, which is kept for as long, would otherwise become twice as old.
  expect((await site.get(path)).html).toContain("Renamed behind");
  site.services.pages.drop(path);
  expect((await eva.get(path)).html).toContain("Renamed behind");
  await rename("Renamed once more");
  site.services.pages.clear();
  expect((await ana.get(path)).html).toContain("Renamed once more");
});

test("readers in every language and currency share it, each with their own prices", async () => {
  const bottle = Number(/\d+$/u.exec(path));
  const ana = await signedIn(site, "ana_prices");
  for (const currency of ["EUR", "USD"])
    await addPrice(site.db, bottle, 4200, new Date(), { currency });
  expect((await ana.get(path)).html).toContain("42,00\u00a0€");
  await rename("Renamed behind the server's back");
  for (const [address, price] of [
    [path.replace("/es/", "/en/"), "$42.00"],
    [`${path}?currency=USD`, "42,00\u00a0US$"],
  ] as const) {
    const { html } = await ana.get(address);
    expect(html).toContain(price);
    expect(html).not.toContain("Renamed behind");
  }
});

test("who has just posted sees it in a process that has not yet been told", async () => {
  const ana = await signedIn(site, "ana_posts");
  await ana.get(path);
  const drop = vi.spyOn(site.services.pages, "drop").mockReturnValue();
  const voted = await ana.post(path, { intent: "vote", dupe_id: String(dupe), voto: "1" });
  const { dom } = await ana.follow(voted);
  expect(drop).toHaveBeenCalled();
  drop.mockRestore();
  expect(dom.querySelector(".vote[aria-pressed=true]")?.lastChild?.textContent).toBe(" 2");
});

test("data whose reading began before a page was dropped, or failed, are not kept", async () => {
  const { pages } = site.services;
  const old = Promise.withResolvers<string>();
  const reading = pages.readOnce(path, () => old.promise);
  pages.drop(path);
  old.resolve("old");
  expect(await reading).toBe("old");
  expect(await pages.readOnce(path, async () => "new")).toBe("new");
  pages.drop(path);
  const lost = Promise.withResolvers<string>();
  const failure = pages.readOnce(path, () => lost.promise);
  pages.drop(path);
  const meanwhile = pages.readOnce(path, async () => "meanwhile");
  lost.reject(new Error("no database"));
  await expect(failure).rejects.toThrow("no database");
  expect(await pages.readOnce(path, async () => "later")).toBe(await meanwhile);
  pages.drop(path);
  await expect(pages.readOnce(path, () => failure)).rejects.toThrow("no database");
  expect(await pages.readOnce(path, async () => "later")).toBe("later");
});

test("an address without a language is cached once per language, by header or by remembered choice", async () => {
  const bare = path.replace("/es/", "/");
  const language = async (headers: Record<string, string>) =>
    (await site.get(bare, headers)).dom.querySelector("html")?.getAttribute("lang");
  for (let round = 0; round < 2; round++) {
    expect(await language({ "Accept-Language": "de" })).toBe("de");
    expect(await language({ "Accept-Language": "fr-CH" })).toBe("fr");
    expect(await language({ "Accept-Language": "de", Cookie: "language_preference=it" })).toBe(
      "it",
    );
    expect(await language({})).toBe("es");
  }
  expect((await site.get(bare)).headers.get("Vary")).toBe(
    "Accept-Language, Cookie, Accept-Encoding, Save-Data",
  );
});

test("pages with a query are never cached, so nobody can flood the cache", async () => {
  for (const query of ["?reviews=7", "?q=creed", "?suggest=dupe"]) {
    const page = await site.get(path + query);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
    expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  }
});

test("a query without effect shares the page's cache entry", async () => {
  const plain = await site.get(path);
  const campaign = await site.get(`${path}?utm_source=<x>&fbclid=1`);
  expect(campaign.html).toBe(plain.html);
  expect(campaign.dom.querySelector("meta[name=robots]")).toBeNull();
  const other = path.replace("/es/", "/it/");
  expect((await site.get(`${other}?utm_source=first`)).html).toBe((await site.get(other)).html);
});

test("errors and redirects are not cached", async () => {
  const missing = "/es/perfume/later-999999";
  const none = await site.get(missing);
  expect([none.status, none.headers.get("Cache-Control")]).toEqual([404, "private, no-cache"]);
  const moved = await site.get(path.replace("aventus", "old"));
  expect([moved.status, moved.headers.get("Cache-Control")]).toEqual([301, "private, no-cache"]);
});

test("a reader with Save-Data gets a page without scripts, which is cached separately", async () => {
  const scripts = ({ dom }: Page) =>
    dom.querySelectorAll("script").map((script) => script.getAttribute("type") ?? "runs");
  for (let round = 0; round < 2; round++) {
    expect(scripts(await site.get(path))).toEqual(
      expect.arrayContaining(["runs", "speculationrules", "text/plain"]),
    );
    const saving = await site.get(path, { "Save-Data": "on" });
    expect(scripts(saving)).toEqual(["application/ld+json"]);
    expect(saving.dom.querySelector("footer a")).not.toBeNull();
  }
});

test("HEAD answers like GET but without a body, cached or not", async () => {
  for (let round = 0; round < 2; round++) {
    const head = await site.request(path, { method: "HEAD" });
    expect([head.status, head.html, head.headers.get("Cache-Control")]).toEqual([
      200,
      "",
      "public, max-age=0, s-maxage=60",
    ]);
    await site.get(path);
  }
});

test("build scripts are sent compressed and can be cached for ever", async () => {
  const { html } = await site.get(path);
  const script = /\/assets\/entry\.client-[\w-]+\.js/u.exec(html)![0];
  const sent = await site.bytes(script, { "Accept-Encoding": "br" });
  expect(sent.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(sent.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  expect(brotliDecompressSync(sent.body).toString()).toContain("hydrateRoot");
  expect((await site.get("/assets/../server/index.js")).status).toBe(404);
  expect((await site.get("/assets/nothing.js")).status).toBe(404);
});
