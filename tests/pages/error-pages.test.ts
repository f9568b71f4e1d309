// Whatever fails, people get a page in their language with a link home (RULES.md 13.4).
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addPerfume } from "../support/database.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { findByName } from "#app/domain/catalog/bottles.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { twoLanguages } from "../support/translations.ts";

/** Like a browser's request for a document. */
const asBrowser = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "de",
};

let site: TestSite;
let away: TestSite;
let ana: Awaited<ReturnType<typeof signedIn>>;
let perfume: string;

beforeAll(async () => {
  site = await openSite();
  away = await openSite();
  perfume = `/de/perfume/creed-aventus-${await addPerfume(away.db, "Creed", "Aventus")}`;
  ana = await signedIn(away, "ana", { username: null });
  // From here on every query fails.
  await away.db.destroy();
});
afterAll(() => site.close());

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

/** Asserts a complete page in German with a link home. */
function expectErrorPage({ headers, dom }: Page, title: string) {
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(dom.querySelector("html")?.getAttribute("lang")).toBe("de");
  expect(dom.querySelector("h1")?.text).toBe(title);
  expect(dom.querySelector("main a.button.main")?.getAttribute("href")).toBe("/de");
  expect(dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
}

const { t } = translatorIn("de");

const findOrAdd = async (marca: string, nombre: string) =>
  (await findByName(site.db, { marca, nombre }))?.id ??
  addPerfume(site.db, marca, nombre, { popularidad: 9 });

test.each([
  "/foo.xml",
  "/sitemap-xx-1.xml",
  "/og/x.png",
  "/avatars/a/b",
  "/nope.php",
  "/api/nope",
  "/nope",
  "/de/nope",
])("%s, which does not exist, is a page", async (path) => {
  const page = await site.get(path, asBrowser);
  expect(page.status).toBe(404);
  expectErrorPage(page, t("error.notFoundTitle"));
});

test.each(twoLanguages)(
  "a missing page offers search and popular perfumes, in %s",
  async (code) => {
    const { t } = translatorIn(code);
    const aventus = await findOrAdd("Creed", "Aventus");
    const removed = await addPerfume(site.db, "Creed", `Removed ${code}`);
    await site.db.deleteFrom("perfumes").where("id", "=", removed).execute();
    for (const [path, status] of [
      [`/${code}/nope`, 404],
      [`/${code}/foo.xml`, 404],
      [`/${code}/brand/nobody`, 404],
      [`/${code}/brands/q`, 404],
      [`/${code}?q=aventus&page=7`, 404],
      [`/${code}/perfume/x-999999`, 404],
      [`/${code}/perfume/creed-removed-${removed}`, 410],
    ] as const) {
      const page = await site.get(path, asBrowser);
      expect([path, page.status]).toEqual([path, status]);
      const form = page.dom.querySelector("main form[role=search]");
      expect([path, form?.getAttribute("action")]).toEqual([path, `/${code}`]);
      expect(form?.querySelector("input[name=q]")).not.toBeNull();
      expect(page.dom.querySelector("main nav h2")?.text).toBe(t("nothing.popular"));
      const link = page.dom.querySelector("main nav a");
      expect(link?.getAttribute("href")).toBe(`/${code}/perfume/creed-aventus-${aventus}`);
      expect(page.dom.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    }
  },
);

test("while the database is unavailable, missing pages are still 404, with search", async () => {
  const page = await away.get("/de/nope", asBrowser);
  expect(page.status).toBe(404);
  expectErrorPage(page, t("error.notFoundTitle"));
  expect(page.dom.querySelector("main form[role=search]")).not.toBeNull();
  expect(page.dom.querySelector("main nav")).toBeNull();
});

test("the 404 page of a file links to its other languages, where it is 404 too", async () => {
  const { dom } = await site.get("/foo.xml", asBrowser);
  const links = dom.querySelectorAll("footer a[hreflang]").map((link) => link.getAttribute("href"));
  expect(links).toEqual(languageCodes.map((code) => `/${code}/foo.xml`));
  for (const link of links) expect((await site.get(link!, asBrowser)).status).toBe(404);
});

test("a program that requests a missing file gets no page", async () => {
  const { status, html } = await site.get("/foo.xml", { Accept: "*/*" });
  expect([status, html]).toEqual([404, ""]);
});

test("a form from another site to an address without a page is refused with a page", async () => {
  const page = await site.post(
    "/language",
    { lang: "de", path: "/" },
    { ...asBrowser, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  );
  expect(page.status).toBe(403);
  expectErrorPage(page, t("error.forbiddenTitle"));
  expect(page.dom.querySelector("main form")).toBeNull();
});

test.each([
  "/de/brands",
  "/de/brand/creed",
  "/de/auth/confirm?token=x",
  "/de/auth/reset?token=x",
  "/sitemap.xml",
  "/og/1.png",
])("while the database is unavailable, %s is a page that says so", async (path) => {
  const page = await away.get(path, asBrowser);
  expect(page.status).toBe(500);
  expectErrorPage(page, t("error.title"));
});

test("while the database is unavailable, a perfume's page says that it could not be loaded, and does not doubt the address", async () => {
  const page = await away.get(perfume, asBrowser);
  expect(page.status).toBe(500);
  expectErrorPage(page, t("error.title"));
  const text = page.dom.querySelector("main")!.text;
  expect(text).toContain(t("messages:perfume.errorLoad"));
  expect(text).not.toContain(t("perfume.errorLoading"));
});

test("while the database is unavailable, home lacks only its list, and static pages work", async () => {
  const home = await away.get("/de", asBrowser);
  expect(home.status).toBe(500);
  const { dom } = home;
  expect(dom.querySelector("#explore [role=alert]")?.text).toBe(t("messages:home.errorTop"));
  expect(dom.querySelector(".hero h1")).not.toBeNull();
  expect(dom.querySelector("form[role=search]")).not.toBeNull();
  expect(dom.querySelectorAll("#how li")).toHaveLength(3);
  expect((await away.get("/de/about", asBrowser)).status).toBe(200);
});

test.each([
  "/de/set-username",
  "/de",
  "/de/profile",
  "/auth-callback",
  "/de/auth/google",
  "/profile/data",
])(
  "while the database is unavailable, %s cannot tell who is signed in, says so, and signs nobody out",
  async (path) => {
    const page = await ana.get(path, asBrowser);
    expect(page.status).toBe(500);
    expectErrorPage(page, t("error.title"));
    expect(page.dom.querySelector("main")?.text).toContain(t("messages:username.errorStatus"));
    expect(page.headers.getSetCookie()).toEqual([]);
  },
);
