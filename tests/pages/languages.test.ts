import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";
import { languageCodes, languages } from "#app/i18n/languages.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: string;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, id, "Armaf", "Club de Nuit Intense Man", { likes: 3 });
  perfume = `/perfume/creed-aventus-${id}`;
});

test.each([
  ["no header", {}, "es"],
  ["the browser's first choice, by prefix", { "Accept-Language": "de-AT,en;q=0.9" }, "de"],
  ["only languages we lack", { "Accept-Language": "ja, ko" }, "es"],
  [
    "a remembered choice over the browser's",
    { "Accept-Language": "de", Cookie: "language_preference=fr" },
    "fr",
  ],
  ["a broken header", { "Accept-Language": ";;q=;,,*" }, "es"],
])("a bare address answers in the right language: %s", async (_, headers, code) => {
  for (const path of ["/", "/about", perfume]) {
    const page = await site.get(path, headers);
    expect(page.status).toBe(200);
    expect(page.dom.querySelector("html")?.getAttribute("lang")).toBe(code);
    expect(page.headers.get("Vary")).toMatch(/Accept-Language/);
    expect(page.dom.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      site.origin + (path === "/" ? `/${code}` : `/${code}${path}`),
    );
  }
});

test("choosing a language remembers it for a year and leads to the same page in it", async () => {
  const page = await site.post("/language", { lang: "it", path: `/es${perfume}?reviews=7` });
  expect(page.status).toBe(303);
  expect(page.headers.get("Location")).toBe(`/it${perfume}?reviews=7`);
  expect(page.headers.get("Set-Cookie")).toMatch(
    /^language_preference=it; Max-Age=31536000;.*HttpOnly.*SameSite=Lax/,
  );
});

test("choosing a language never leads to another site", async () => {
  const page = await site.post("/language", { lang: "en", path: "//evil.example/x" });
  expect(page.headers.get("Location")).toBe("/en");
});

test("choosing an unknown language leads back and changes nothing", async () => {
  const page = await site.post("/language", { lang: "xx", path: "/es/about" });
  expect([page.status, page.headers.get("Location"), page.headers.get("Set-Cookie")]).toEqual([
    303,
    "/es/about",
    null,
  ]);
});

test("the picker offers code and name of the six languages on every page", async () => {
  const { dom } = await site.get(`/es${perfume}`);
  const buttons = dom.querySelectorAll("form[action='/language'] button[name=lang]");
  expect(buttons.map((button) => button.getAttribute("value")).toSorted()).toEqual(
    languageCodes.toSorted(),
  );
  for (const button of buttons) {
    const code = button.getAttribute("value") as (typeof languageCodes)[number];
    expect(button.text).toBe(`${languages[code]} ${code.toUpperCase()}`);
  }
  expect(
    dom.querySelector("form[action='/language'] input[name=path]")?.getAttribute("value"),
  ).toBe(`/es${perfume}`);
});

test("the footer's links to other languages keep only the query parameters that the page depends on", async () => {
  const links = async (path: string) =>
    (await site.get(path)).dom
      .querySelectorAll("footer a[hreflang]")
      .map((link) => [link.getAttribute("lang"), link.getAttribute("href")]);
  expect(await links("/es?q=rosa%20%26%20oud&utm_source=x")).toEqual(
    languageCodes.map((code) => [code, `/${code}?q=rosa+%26+oud`]),
  );
  expect(await links(`/es${perfume}?utm_source=x`)).toEqual(
    languageCodes.map((code) => [code, `/${code}${perfume}`]),
  );
});

const remembered = async (path: string, headers: Record<string, string>) =>
  /^language_preference=(\w*);/.exec(
    (await site.get(path, headers)).headers.get("Set-Cookie") ?? "",
  )?.[1];

test("a link to another language remembers the language, even if the page is cached", async () => {
  await site.get("/de/about");
  for (const path of ["/de/about", "/de", "/de?q=rosa", `/de${perfume}`, "/de/nowhere"])
    expect([path, await remembered(path, { Referer: `${site.origin}/es/about` })]).toEqual([
      path,
      "de",
    ]);
  const page = await site.get("/de/about", { Referer: `${site.origin}/es/about?x=1` });
  expect(page.headers.get("Set-Cookie")).toMatch(
    /^language_preference=de; Max-Age=31536000;.*HttpOnly.*SameSite=Lax/,
  );
  expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
  const next = await site.get("/de/about");
  expect(next.headers.has("Set-Cookie")).toBe(false);
  expect(next.headers.get("Cache-Control")).toContain("s-maxage");
});

test("so does a link from a page without a language in its address", async () => {
  const from = { Referer: `${site.origin}/about`, "Accept-Language": "it" };
  expect(await remembered("/de/about", from)).toBe("de");
  expect(await remembered("/it/about", from)).toBeUndefined();
});

test.each([
  ["the same language", { Referer: "/de/contact" }],
  ["nowhere", {}],
  ["another site", { Referer: "https://evil.example/es/about" }],
  ["a broken address", { Referer: "http://" }],
  ["another language, fetched ahead", { Referer: "/es", "Sec-Purpose": "prefetch" }],
  ["another language, remembered already", { Referer: "/es", Cookie: "language_preference=de" }],
])("coming from %s remembers nothing", async (_, headers) => {
  const { Referer: from } = headers as { Referer?: string };
  const full = from?.startsWith("/") ? { ...headers, Referer: site.origin + from } : headers;
  expect(await remembered("/de/about", full)).toBeUndefined();
});

test("links to other languages are not prefetched, because the response when one is opened remembers the language", async () => {
  const { dom } = await site.get("/de/about");
  const rules = JSON.parse(dom.querySelector("script[type=speculationrules]")!.text);
  expect(rules.prefetch[0].where.selector_matches).toMatch(/:not\(.*\[hreflang\].*\)$/u);
});
