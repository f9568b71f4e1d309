import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";

const site = await openSite();
afterAll(() => site.close());

let perfume: string;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, id, "Armaf", "Club de Nuit Intense Man", { likes: 3 });
  perfume = `/es/perfume/creed-aventus-${id}`;
});

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("every inline script and style is allowed by its own hash, and nothing unsafe is allowed", async () => {
  for (const path of ["/es", "/es?q=aventus", perfume, "/es/about", "/es/nope", "/nope"]) {
    const page = await site.get(path);
    const policy = page.headers.get("Content-Security-Policy")!;
    expect(policy).not.toMatch(/unsafe-/);
    for (const [selector, least] of [
      ["style", 1],
      ["script:not([type])", path === "/es/about" ? 0 : 1],
    ] as const) {
      const inline = page.dom.querySelectorAll(selector);
      expect(inline.length).toBeGreaterThanOrEqual(least);
      for (const { innerHTML } of inline) expect(policy).toContain(hash(innerHTML));
    }
    const asleep = page.dom
      .querySelectorAll("script[type='text/plain']")
      .map((script) => script.innerHTML);
    expect(asleep.length === 0 || policy.includes(hash(`${asleep.join("\n")}\n`))).toBe(true);
    expect(page.html).not.toMatch(/ style="| on[a-z]+="/);
  }
});

test("a script that this release lacks is 404, and never a redirect that browsers could cache", async () => {
  for (const name of ["home-OldOne00.js", "home-oldone00.js", "None.css"]) {
    const { status, headers } = await site.get(`/assets/${name}`);
    expect([name, status, headers.get("Location")]).toEqual([name, 404, null]);
    expect(headers.get("Cache-Control")).toMatch(/^private/u);
  }
});

test("a page loads no script, style or font before the person acts", async () => {
  for (const path of ["/es", perfume, "/es/about"]) {
    const { status, dom } = await site.get(path);
    expect([status, dom.querySelectorAll("main h1")]).toEqual([200, [expect.anything()]]);
    expect(
      dom.querySelectorAll(
        "script[src], link[rel=stylesheet], link[rel=modulepreload], link[rel=preload]",
      ),
    ).toHaveLength(0);
  }
});

test("what the router's context holds on every page is in the scripts, not in the page (see react-router-internals.ts)", async () => {
  for (const path of ["/es", "/es?q=zzqqx", perfume, "/es/contact", "/es/auth", "/es/nope"]) {
    const { html } = await site.get(path);
    // An error page's data is not plain.
    expect(html).toContain(path.endsWith("nope") ? 'window.loaded="' : "window.loaded={");
    expect(html).not.toContain("__reactRouterContext");
  }
});

test("a page comes in one piece: streamed parts would stay hidden without JavaScript", async () => {
  const { html } = await site.get(perfume);
  expect(html).toContain(">Club de Nuit Intense Man</a></h3>");
  expect(html).not.toMatch(/<template|<div hidden|\$RC\(/);
  expect(html.trimEnd()).toMatch(/<\/html>$/);
});

test("the 404 page has its exact title (RULES.md 11.14)", async () => {
  expect((await site.get("/en/nope")).dom.querySelector("h1")?.text).toBe("Oops! Page not found");
  expect(
    (await site.get("/nope", { "Accept-Language": "en" })).dom.querySelector("title")?.text,
  ).toBe("Oops! Page not found · Sosia");
});

test("an internal error is a 500 page in the reader's language that reveals no details", async () => {
  await site.db.schema.alterTable("dupes").renameTo("dupes_away").execute();
  try {
    const page = await site.get(perfume.replace("/es/", "/en/"));
    expect(page.status).toBe(500);
    expect(page.dom.querySelector("h1")?.text).toBe("Unexpected Application Error!");
    expect(page.html).not.toMatch(/dupes_away|no such table|node_modules/);
  } finally {
    await site.db.schema.alterTable("dupes_away").renameTo("dupes").execute();
  }
});
