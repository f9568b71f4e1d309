import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { languages, ofPages } from "../support/accounts.ts";

// Analytics alone is configured.
let site: TestSite;

beforeAll(async () => {
  site = await openSite({ ANALYTICS_ID: "G-TEST12345" });
});

afterAll(() => site.close());

const banner = (page: Page) => page.dom.querySelector("body > section.consent");

test("only what is configured is asked about, and can be chosen", async () => {
  for (const lang of languages) {
    const page = await site.get(`/${lang}/cookie-policy`);
    expect(banner(page)?.textContent).toContain(ofPages(lang, "consent.askAnalytics"));
    const boxes = page.dom.querySelectorAll("main input[name=purpose]");
    expect(boxes.map((box) => box.getAttribute("value"))).toEqual(["analytics"]);
  }
  const ads = await site.post("/consent", { choice: "some", purpose: "ads", path: "/es" });
  expect([ads.status, ads.headers.getSetCookie()]).toEqual([422, []]);
});

test("who accepts all accepts analytics, and no ads: they were not asked about", async () => {
  const visitor = site.visitor();
  await visitor.post("/consent", { choice: "accept", path: "/es" });
  expect(visitor.cookies.get("consent")).toBe("analytics");
  const policy = (await visitor.get("/es/about")).headers.get("Content-Security-Policy")!;
  expect(policy).toContain("https://www.googletagmanager.com");
  expect(policy).not.toMatch(/strict-dynamic|frame-src/);
});

test("a choice that was also about ads still holds for analytics", async () => {
  const page = await site.get("/es/about", {
    Cookie: "consent=analytics.no-ads; analytics_id=1.2",
  });
  expect(banner(page)).toBeNull();
  expect(page.html).toContain('data-id="G-TEST12345"');
  const no = await site.get("/es/about", { Cookie: "consent=no-analytics.ads" });
  expect(banner(no)).toBeNull();
  expect(no.html).not.toContain("G-TEST12345");
});
