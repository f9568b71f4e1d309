import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { languageCodes } from "#app/i18n/languages.ts";
import { addPerfume, addPerfumeWithDupe } from "../support/database.ts";
import { logIn, signedIn } from "../support/sign-in.ts";
import { openSite, type Page } from "../support/site.ts";
import { dataOf } from "../support/structured-data.ts";

const one = await openSite({
  APP_ORIGIN: "https://one.test",
  OPERATOR: "Ana Uno, Madrid",
  AD_CLIENT: "ca-pub-1111111111111111",
  AD_SLOT: "1111111111",
  ANALYTICS_ID: "G-ONE11111",
  INDEXNOW_KEY: "key-of-site-one",
  AFFILIATE_URL_TEMPLATE: "https://shop-one.test/{nombre}",
  SESSION_SECRET: "the secret of the first site which is long enough",
});
const two = await openSite({
  APP_ORIGIN: "http://two.test",
  OPERATOR: "Bea Dos, Lisboa",
  CONTACT_LANGUAGES: "es,en",
  SESSION_SECRET: "the secret of the second site which is long enough",
});
afterAll(() => Promise.all([one.close(), two.close()]));

/** Everything in a site's configuration and data that must not appear in the other site's pages. */
const ofOne =
  /one\.test|Ana Uno|ca-pub-1111|G-ONE11111|key-of-site-one|shop-one|googletagmanager|Perfume of one/u;
const ofTwo = /two\.test|Bea Dos|Perfume of two/u;

const policyOf = ({ headers }: Page) => headers.get("Content-Security-Policy")!;

test("two sites in one process each show their own operator, in every language", async () => {
  for (let round = 0; round < 2; round++)
    for (const language of languageCodes) {
      const [first, second] = await Promise.all(
        [one, two].map((site) => site.get(`/${language}/legal-notice`)),
      );
      expect([first!.status, second!.status]).toEqual([200, 200]);
      expect(first!.html).toContain("Ana Uno, Madrid");
      expect(second!.html).toContain("Bea Dos, Lisboa");
      expect(first!.html).not.toMatch(ofTwo);
      expect(second!.html).not.toMatch(ofOne);
    }
});

test("the legal notice says in which languages people are answered", async () => {
  const items = async (site: typeof one) =>
    (await site.get("/fr/legal-notice")).dom
      .querySelectorAll("#identification li, #identification ~ ul li")
      .map(({ text }) => text.split(/\s?:\s/u).at(-1));
  expect(await items(one)).toContain("espagnol");
  expect(await items(two)).toContain("espagnol et anglais");
});

test("two sites in one process each have their own address, ads, analytics and shop links", async () => {
  const both = "consent=analytics.ads";
  const consent = { Cookie: `__Host-${both}; ${both}; analytics_id=1.2` };
  const [first, second] = await Promise.all(
    [one, two].map(async (site) => {
      const { path } = await addPerfumeWithDupe(site.db, { likes: 1 });
      return site.get(`/es${path}`, consent);
    }),
  );
  expect([first!.status, second!.status]).toEqual([200, 200]);
  expect(dataOf(first!).Product.url).toMatch(/^https:\/\/one\.test\/es\/perfume\//u);
  expect(dataOf(second!).Product.url).toMatch(/^http:\/\/two\.test\/es\/perfume\//u);
  expect(first!.dom.querySelectorAll("ins.adsbygoogle")).toHaveLength(1);
  expect(second!.dom.querySelectorAll("ins.adsbygoogle")).toHaveLength(0);
  expect(first!.html).toContain("G-ONE11111");
  expect(policyOf(first!)).toContain("googletagmanager");
  expect(policyOf(second!)).toContain("script-src 'self'");
  expect(policyOf(second!)).not.toMatch(/googletagmanager|strict-dynamic/u);
  expect(first!.dom.querySelector(".dupe a[rel]")?.getAttribute("href")).toMatch(/shop-one/u);
  expect(second!.dom.querySelectorAll(".dupe a[rel]")).toHaveLength(0);
  expect(second!.html).not.toMatch(ofOne);
  const files = [one, two].map(async (site) => (await site.get("/key-of-site-one.txt")).status);
  expect(await Promise.all(files)).toEqual([200, 404]);
});

test("two sites in one process each have their own catalogue, search and page cache", async () => {
  for (const [site, name] of [
    [one, "one"],
    [two, "two"],
  ] as const)
    await addPerfume(site.db, "Creed", `Perfume of ${name}`);
  for (let round = 0; round < 2; round++)
    for (const [site, own, other] of [
      [one, "Perfume of one", ofTwo],
      [two, "Perfume of two", ofOne],
    ] as const)
      for (const path of ["/es/brand/creed", "/es?q=perfume+of", "/api/perfumes?q=perfume+of"]) {
        const { status, html } = await site.get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(html).toContain(own);
        expect(html).not.toMatch(other);
      }
});

test("a session or a used-up limit of one site has no effect on the other", async () => {
  const ana = await signedIn(one, "ana");
  expect(await ana.isSignedIn()).toBe(true);
  const token = ana.cookies.get("auth_token")!;
  const elsewhere = await signedIn(two, "ana");
  expect(await elsewhere.isSignedIn()).toBe(true);
  elsewhere.cookies.set("auth_token", token);
  expect(await elsewhere.isSignedIn()).toBe(false);

  const guess = () => logIn(one.newBrowser(), "ana", { password: "wrong1234" });
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  expect((await logIn(two.newBrowser(), "ana")).status).toBe(303);
});

test("closing one site leaves the other working", async () => {
  const third = await openSite({ APP_ORIGIN: "http://three.test" });
  expect((await third.get("/es")).status).toBe(200);
  await third.close();
  expect((await two.get("/es/legal-notice")).html).toContain("Bea Dos, Lisboa");
  expect((await two.get("/es?q=creed")).status).toBe(200);
});

test("a process exits by itself once its site is closed", async () => {
  const run = promisify(execFile)(process.execPath, ["tests/support/open-and-close.ts"], {
    // Far longer than the work takes: anything still open would never be closed.
    timeout: 120_000,
  });
  expect((await run).stdout).toMatch(/^303 200 closed$/mu);
});
