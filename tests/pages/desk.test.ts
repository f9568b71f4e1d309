// The desk does not exist for anybody but operators (RULES.md 10.2, 10.3).
import { globSync, readFileSync } from "node:fs";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientFolder } from "../support/bytes.ts";
import type { TestBrowser } from "../support/browser.ts";
import { deskAddresses as addresses, deskForms as intents } from "../support/desk-forms.ts";
import { openSite, type TestSite } from "../support/site.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { translationsOf, twoLanguages } from "../support/translations.ts";

let site: TestSite;
let moderator: TestBrowser & { id: string };
let stranger: TestBrowser & { id: string };

beforeAll(async () => {
  site = await openSite();
  moderator = await signedInAs("moderator", site, "mia");
  stranger = await signedIn(site, "sam");
});

afterAll(() => site.close());

/** The words of a page, without the address in its links. */
const wordsOf = (html: string) =>
  html.replaceAll(/\/(desk|profile\/second-factor)[\w/?=&;%-]*|\/nope/gu, "/here");

describe("a signed-in person without a role", () => {
  test.each(addresses)("gets at %s the exact answer of a missing address", async (path) => {
    const [there, nowhere] = [await stranger.get(`/es${path}`), await stranger.get("/es/nope")];
    expect(there.status).toBe(404);
    expect(wordsOf(there.html)).toBe(wordsOf(nowhere.html));
    expect(there.html).not.toContain(translationsOf("es").desk.frame.title);
    const names = (headers: Headers) => [...headers.keys()].toSorted();
    expect(names(there.headers)).toEqual(names(nowhere.headers));
  });

  test.each(intents)("gets the same for a form at %s with %o", async (path, fields) => {
    const there = await stranger.post(`/es${path}`, fields);
    const nowhere = await stranger.post("/es/nope", fields);
    expect([there.status, wordsOf(there.html)]).toEqual([nowhere.status, wordsOf(nowhere.html)]);
    expect(there.status).toBeGreaterThanOrEqual(404);
  });

  test("has no link to the desk in the menu", async () => {
    expect((await stranger.get("/es")).html).not.toContain("/desk");
    expect((await moderator.get("/es")).html).toContain('href="/es/desk"');
  });
});

describe("a signed-out person", () => {
  test.each(addresses)("is redirected from %s to sign-in and back", async (path) => {
    const page = await site.get(`/fr${path}`);
    expect([302, 303]).toContain(page.status);
    expect(page.headers.get("Location")).toBe(
      `/fr/auth?${new URLSearchParams({ redirectTo: `/fr${path}` })}`,
    );
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test.each(intents)("cannot do anything at %s with %o", async (path, fields) => {
    const page = await site.post(`/es${path}`, fields);
    expect([302, 303]).toContain(page.status);
    expect(page.headers.get("Location")).toContain("/es/auth?");
  });
});

test.each(intents)("a form from another site is refused at %s with %o", async (path, fields) => {
  const page = await moderator.post(`/es${path}`, fields, { Origin: "https://evil.example" });
  expect(page.status).toBe(403);
});

test.each(twoLanguages)("a page of the desk is private, without scripts, in %s", async (code) => {
  const page = await moderator.get(`/${code}/desk/queue`);
  const { desk } = translationsOf(code);
  expect(page.status).toBe(200);
  expect(page.dom.querySelector("h1")?.text).toBe(desk.queue.title);
  expect(page.dom.querySelector("nav.desk-pages [aria-current]")?.text).toBe(
    desk.frame.pages.queue,
  );
  expect(page.dom.querySelectorAll("script[src], [rel=modulepreload]")).toHaveLength(0);
  expect(page.html).not.toContain("/assets/entry");
  expect(page.dom.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
});

test("without a language in the address the desk is in the reader's language", async () => {
  const page = await moderator.get("/desk/queue", { "Accept-Language": "it" });
  expect(page.dom.querySelector("h1")?.text).toBe(translationsOf("it").desk.queue.title);
});

test("a request for a page's data redirects the router's client to the document", async () => {
  const page = await moderator.get("/es/desk/queue.data?kind=dupe");
  expect(page.status).toBe(202);
  expect(page.html).toContain("/es/desk/queue?kind=dupe");
  expect(page.html).toContain('"reload"');
});

test("browser files name no route of the desk and contain none of its texts", () => {
  const files = globSync("**/*.js", { cwd: clientFolder });
  const manifests = files.filter((name) => name.startsWith("manifest-"));
  expect(manifests).toHaveLength(1);
  const read = (name: string) => readFileSync(new URL(name, clientFolder), "utf8");
  expect(read(manifests[0]!)).toContain("routes/home/home");
  expect(read(manifests[0]!)).not.toContain("desk");
  for (const name of files) {
    expect([name, /desk\/|desk-pages|accept-all/u.exec(read(name))?.[0]]).toEqual([
      name,
      undefined,
    ]);
  }
});

test("browsers get an empty module in place of each desk module", async () => {
  const build = new URL("../../build/server/index.js", import.meta.url).href;
  const { assets } = (await import(/* @vite-ignore */ build)) as ServerBuild;
  const own = Object.values(assets.routes).filter((route) => route?.id.startsWith("routes/desk/"));
  const addresses = readFileSync(new URL("../../app/routes.ts", import.meta.url), "utf8");
  const routes = [...addresses.matchAll(/"(routes\/desk\/[^"]+)\.tsx"/gu)].map(([, id]) => id);
  expect(own.map((route) => route!.id).toSorted()).toEqual(routes.toSorted());
  for (const { module, css = [] } of own.map((route) => route!)) {
    const text = readFileSync(new URL(`..${module}`, clientFolder), "utf8");
    expect([module, text, css]).toEqual([
      module,
      expect.stringMatching(/^(export\{\};?)?\s*$/u),
      [],
    ]);
  }
});

test("sitemaps, robots.txt and feeds do not mention the desk", async () => {
  const index = await site.get("/sitemap.xml");
  const maps = [...index.html.matchAll(/<loc>[^<]*?(\/[^/<]+\.xml)<\/loc>/gu)].map(
    ([, path]) => path!,
  );
  expect(index.status).toBe(200);
  for (const path of ["/sitemap.xml", ...maps, "/robots.txt", "/es/feed.xml"])
    expect([path, (await site.get(path)).html.includes("/desk")]).toEqual([path, false]);
});
