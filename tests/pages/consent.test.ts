import { createHash } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addPerfumeWithDupe } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { setCookieHeader } from "../support/browser.ts";
import { signedIn, signedInAs } from "../support/sign-in.ts";
import { translate } from "../support/translations.ts";
import "../support/matchers.ts";

const adClient = "ca-pub-1234567890123456";
const adSlot = "1234567890";

// Analytics and ads are both configured.
const site = await openSite({ AD_CLIENT: adClient, AD_SLOT: adSlot, ANALYTICS_ID: "G-TEST12345" });
afterAll(() => site.close());

let dupe: number;
let perfume: string;

// Each test uses a different perfume, so that no test gets a page cached by another.
beforeEach(async () => {
  const added = await addPerfumeWithDupe(site.db, { likes: 1 });
  dupe = added.dupe;
  perfume = `/es${added.path}`;
});

const consents = {
  unset: {},
  nonsense: { Cookie: "consent=yes" },
  none: { Cookie: "consent=no-analytics.no-ads" },
  analytics: { Cookie: "consent=analytics.no-ads; analytics_id=1.2" },
  ads: { Cookie: "consent=no-analytics.ads" },
  both: { Cookie: "consent=analytics.ads; analytics_id=1.2" },
} satisfies Record<string, Record<string, string>>;

const banner = (page: Page) => page.dom.querySelector("body > section.consent");

const policyOf = (page: Page) => page.headers.get("Content-Security-Policy")!;

/** What a page asks, loads and allows. */
function shown(page: Page) {
  expect([page.status, page.dom.querySelectorAll("main h1")]).toEqual([200, [expect.anything()]]);
  const scripts = page.dom.querySelectorAll("script").map((script) => script.innerHTML);
  return {
    asks: banner(page) !== null,
    analytics: scripts.some((script) => script.includes("googletagmanager")),
    ads: scripts.some((script) => script.includes("googlesyndication")),
    slots: page.dom.querySelectorAll("ins.adsbygoogle").length,
    opensToAnalytics: policyOf(page).includes("googletagmanager"),
    opensToAds: policyOf(page).includes("strict-dynamic"),
  };
}

const expected = (asks: boolean, analytics: boolean, ads: boolean) => ({
  asks,
  analytics,
  ads,
  slots: ads ? 1 : 0,
  opensToAnalytics: analytics,
  opensToAds: ads,
});

const wanted: Record<keyof typeof consents, ReturnType<typeof expected>> = {
  unset: expected(true, false, false),
  nonsense: expected(true, false, false),
  none: expected(false, false, false),
  analytics: expected(false, true, false),
  ads: expected(false, false, true),
  both: expected(false, true, true),
};

test("each reader gets the page for their choice, whatever choice filled the page cache", async () => {
  const names = Object.keys(consents) as (keyof typeof consents)[];
  for (const order of [names, names.toReversed(), names])
    for (const name of order)
      for (const path of [perfume, "/es"]) {
        const page = await site.get(path, consents[name]);
        expect([name, path, shown(page)]).toEqual([name, path, wanted[name]]);
        expect(page.headers.get("Cache-Control")).toMatch(/^public/);
        expect(page.headers.get("Vary")).toContain("Cookie");
      }
});

test.each([
  "consent=yes",
  "consent=",
  "consent=ads.analytics",
  "consent=analytics",
  "consent=analytics.ads.x",
  "consent=x.analytics.ads",
  "consent=%61nalytics.ads",
  'consent="analytics.ads"',
  "consent = analytics.ads",
  "Consent=analytics.ads",
  "no-consent=analytics.ads",
])("an invalid consent cookie allows nothing and does not vary the page: %s", async (Cookie) => {
  expect(shown(await site.get(perfume, { Cookie }))).toEqual(wanted.unset);
  expect(shown(await site.get(perfume))).toEqual(wanted.unset);
});

test("after a changed choice a browser gets the page again, not 304", async () => {
  const tags = await Promise.all(
    [consents.none, consents.ads, consents.analytics, consents.both].map(async (headers) =>
      (await site.get("/es/about", headers)).headers.get("ETag")!,
    ),
  );
  expect(new Set(tags).size).toBe(tags.length);
  const page = await site.get("/es/about", { ...consents.none, "If-None-Match": tags[1]! });
  expect(page.status).toBe(200);
});

test("with everything allowed, the policy still lists each inline script and style by hash", async () => {
  const page = await site.get(perfume, consents.both);
  for (const selector of ["script:not([type])", "style"]) {
    const inline = page.dom.querySelectorAll(selector);
    expect(inline.length).toBeGreaterThan(0);
    for (const { innerHTML } of inline) {
      const hash = createHash("sha256").update(innerHTML).digest("base64");
      expect(policyOf(page)).toContain(`'sha256-${hash}'`);
    }
  }
  expect(policyOf(page)).not.toMatch(/unsafe-/);
  expect(page.html).not.toMatch(/ style="| on[a-z]+="/);
  expect(page.dom.querySelectorAll("script[src]")).toHaveLength(0);
});

test("a reader with Save-Data gets no analytics or ads, whatever they allowed", async () => {
  for (const path of [perfume, "/es/about"]) {
    const page = await site.get(path, { ...consents.both, "Save-Data": "on" });
    expect(shown(page)).toEqual(expected(false, false, false));
  }
});

test("the banner offers to refuse and to accept with two equal buttons side by side", async () => {
  for (const language of languageCodes) {
    const page = await site.get(`/${language}`);
    const region = banner(page)!;
    expect(region.getAttribute("aria-label")).toBe(translate(language, "pages:consent.title"));
    expect(region.querySelector("p")?.textContent).toContain(
      translate(language, "pages:consent.askBoth"),
    );
    const [no, yes, ...others] = region.querySelectorAll("button, input:not([type=hidden])");
    expect(others).toEqual([]);
    expect([no!.textContent, yes!.textContent]).toEqual([
      translate(language, "pages:consent.refuse"),
      translate(language, "pages:consent.accept"),
    ]);
    expect(no!.rawTagName).toBe(yes!.rawTagName);
    const { value: refuse, ...looksOfNo } = no!.attributes;
    const { value: accept, ...looksOfYes } = yes!.attributes;
    expect([refuse, accept]).toEqual(["refuse", "accept"]);
    expect(looksOfNo).toEqual(looksOfYes);
    expect(no!.nextElementSibling).toBe(yes);
    expect(region.querySelector("a")?.getAttribute("href")).toBe(
      `/${language}/cookie-policy#manage`,
    );
    expect(page.dom.querySelector("body > a.skip")?.nextElementSibling).toBe(region);
  }
});

test("the banner appears once per page, also on error pages and refused forms", async () => {
  for (const page of [
    await site.get("/fr/nope"),
    await site.post("/fr/auth", { intent: "login", email: "", password: "" }),
    await site.get("/fr?q=creed"),
  ])
    expect(page.dom.querySelectorAll("section.consent")).toHaveLength(1);
});

test("a refusal is remembered for 180 days, sets nothing else, and returns to the page", async () => {
  const visitor = site.newBrowser();
  const page = await visitor.get(`${perfume}?reviews=${dupe}`);
  const path = banner(page)!.querySelector("input[name=path]")!.getAttribute("value")!;
  const answer = await visitor.post("/consent", { choice: "refuse", path });
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    303,
    `${perfume}?reviews=${dupe}`,
  ]);
  expect(setCookieHeader(answer, "consent")).toBe(
    "consent=no-analytics.no-ads; Max-Age=15552000; Path=/; SameSite=Lax",
  );
  expect([...visitor.cookies.keys()]).toEqual(["consent", "flash"]);
  expect(await visitor.follow(answer)).toShow("es", "consent.saved");
  const after = await visitor.get(perfume);
  expect(shown(after)).toEqual(wanted.none);
  expect(after.headers.get("Cache-Control")).toMatch(/^public/);
});

test("accepting sets an analytics identifier, readable by scripts, for two years", async () => {
  const visitor = site.newBrowser();
  const answer = await visitor.post("/consent", { choice: "accept", path: "/es" });
  expect(setCookieHeader(answer, "consent")).toMatch(/^consent=analytics\.ads; /);
  const set = setCookieHeader(answer, "analytics_id")!;
  expect(set).toMatch(/^analytics_id=\d+\.\d+; Path=\/; Expires=[^;]+; SameSite=Lax$/);
  const years = (Date.parse(/Expires=([^;]+)/.exec(set)![1]!) - Date.now()) / (365 * 864e5);
  expect(years).toBeCloseTo(2, 2);
  const number = visitor.cookies.get("analytics_id");
  await visitor.follow(answer);
  expect(shown(await visitor.get(perfume))).toEqual(wanted.both);
  await visitor.post("/consent", { choice: "some", purpose: "analytics", path: "/es" });
  expect(visitor.cookies.get("consent")).toBe("analytics.no-ads");
  expect(visitor.cookies.get("analytics_id")).toBe(number);
  const other = site.newBrowser();
  await other.post("/consent", { choice: "accept", path: "/es" });
  expect(other.cookies.get("analytics_id")).not.toBe(number);
});

test("the cookie page shows the choice and withdraws it, with everything it allowed", async () => {
  const visitor = site.newBrowser();
  const checked = async () =>
    (await visitor.get("/es/cookie-policy")).dom
      .querySelectorAll("#manage form[action='/consent'] input[name=purpose]")
      .filter((box) => box.hasAttribute("checked"))
      .map((box) => box.getAttribute("value"));
  expect(await checked()).toEqual([]);
  await visitor.post("/consent", { choice: "accept", path: "/es/cookie-policy" });
  expect(await checked()).toEqual(["analytics", "ads"]);
  for (const name of ["_ga", "_ga_TEST12345", "__gads", "__gpi", "__eoi", "_gat_other"])
    visitor.cookies.set(name, "x");
  await visitor.post("/consent", { choice: "some", path: "/es/cookie-policy" });
  expect(await checked()).toEqual([]);
  expect(visitor.cookies.get("consent")).toBe("no-analytics.no-ads");
  expect([...visitor.cookies.keys()].toSorted()).toEqual(["_gat_other", "consent"]);
  expect(shown(await visitor.get(perfume))).toEqual(wanted.none);
});

test("the analytics identifier is deleted without consent", async () => {
  for (const Cookie of ["analytics_id=1.2", "analytics_id=1.2; consent=no-analytics.ads"]) {
    const page = await site.get(perfume, { Cookie });
    expect(setCookieHeader(page, "analytics_id")).toMatch(/^analytics_id=; Max-Age=0; /);
    expect(page.headers.get("Cache-Control")).toMatch(/^private/);
    expect(shown(page).analytics).toBe(false);
  }
  const answer = await site.post(
    "/consent",
    { choice: "accept", path: "/es" },
    { Cookie: "analytics_id=1.2" },
  );
  expect(answer.headers.getSetCookie().filter((set) => set.startsWith("analytics_id="))).toEqual([
    expect.stringMatching(/^analytics_id=1\.2; Path=\/; Expires=/),
  ]);
});

test.each<Record<string, string>>([
  {},
  { choice: "" },
  { choice: "yes" },
  { choice: "some", purpose: "everything" },
  { purpose: "ads" },
])("a form without a valid choice is refused: %o", async (fields) => {
  const page = await site.post("/consent", { ...fields, path: "/es" });
  expect([page.status, page.headers.getSetCookie()]).toEqual([422, []]);
});

test("after a choice, a path outside the site redirects home", async () => {
  const page = await site.post("/consent", { choice: "refuse", path: "//evil.example" });
  expect([page.status, page.headers.get("Location")]).toEqual([303, "/"]);
});

test("an advertisement is labelled in every language and appears only beside content", async () => {
  const words = new Set<string>();
  for (const language of languageCodes) {
    const { dom } = await site.get(perfume.replace("/es/", `/${language}/`), consents.ads);
    const slot = dom.querySelector("aside.ad")!;
    expect(slot.getAttribute("aria-label")).toBe(translate(language, "pages:consent.ad"));
    expect(slot.querySelector("p")?.textContent).toBe(translate(language, "pages:consent.ad"));
    expect(slot.querySelector("ins")?.attributes).toMatchObject({
      "data-ad-client": adClient,
      "data-ad-slot": adSlot,
    });
    words.add(slot.textContent);
  }
  expect(words.size).toBeGreaterThan(3);
  for (const [path, status] of [
    ["/es?q=zzzzqqqq", 200],
    ["/es/nope", 404],
    ["/es/about", 200],
    ["/es/auth", 200],
  ] as const) {
    const page = await site.get(path, consents.ads);
    expect([path, page.status]).toEqual([path, status]);
    expect(page.dom.querySelectorAll(".ad, ins")).toHaveLength(0);
  }
});

test("the cookie page lists every cookie that is set", async () => {
  const visitor = site.newBrowser();
  await visitor.post("/consent", { choice: "accept", path: "/es" });
  const named = (await site.get("/es/cookie-policy")).dom
    .querySelectorAll("th code")
    .map((code) => code.textContent);
  expect(visitor.cookies.size).toBe(3);
  expect(named).toEqual(expect.arrayContaining([...visitor.cookies.keys()]));
});

test.each([
  "/es/auth",
  "/auth",
  "/de/auth?mode=signup",
  "/es/auth/confirm?token=abc",
  "/es/auth/reset?token=abc",
  "/es/auth/forgot",
  "/es/auth/nope",
  "/es/profile",
  "/es/set-username",
  "/es/shelf",
  "/desk",
  "/it/desk/queue",
  "/es/about?token=abc",
  "/es?draft=abc",
])("%s is private: no third party, no-store, and no referrer", async (path) => {
  const ana = await signedIn(site, `private_${path.replaceAll(/\W/gu, "_")}`, { username: null });
  const session = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join();
  for (const Cookie of [consents.both.Cookie, `${consents.both.Cookie}; ${session}`]) {
    const page = await site.get(path, { Cookie });
    expect(page.html).not.toMatch(/googletagmanager|adsbygoogle|G-TEST/u);
    const policy = page.headers.get("Content-Security-Policy")!;
    expect(policy).not.toMatch(/google|strict-dynamic|frame-src|connect-src[^;]*https/u);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("Referrer-Policy")).toBe("strict-origin");
  }
});

test("the desk is private for operators, and an unknown address for everybody else whatever they allowed", async () => {
  const privacyOf = ({ headers, html }: Page) => ({
    others: /googletagmanager|adsbygoogle|G-TEST/u.test(html + headers.get("Link")),
    policy: headers.get("Content-Security-Policy")!.replaceAll(/'sha256-[^']+'/gu, ""),
    kept: headers.get("Cache-Control"),
    referrer: headers.get("Referrer-Policy"),
    styles: (html.match(/<style/gu) ?? []).length,
    banner: html.includes('section class="consent'),
  });
  const olga = await signedInAs("owner", site, "olga");
  const stranger = await signedIn(site, "stranger");
  for (const browser of [olga, stranger])
    await browser.follow(await browser.post("/consent", { choice: "accept", path: "/es" }));
  for (const path of ["/es/desk", "/desk/people?q=ana%40example.org"]) {
    const { policy, ...rest } = privacyOf(await olga.get(path));
    expect(policy).not.toMatch(/google|strict-dynamic/u);
    expect(rest).toMatchObject({
      others: false,
      kept: "private, no-store",
      referrer: "strict-origin",
    });
    const hidden = privacyOf(await stranger.get(path));
    expect(hidden).toEqual(privacyOf(await stranger.get(path.replace("/desk", "/nope"))));
  }
  expect(privacyOf(await stranger.get("/es/about")).others).toBe(true);
});
