import { afterAll, expect, test } from "vitest";
import { openSite, type Page } from "../support/site.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { translate } from "../support/translations.ts";

// Only analytics is configured.
const site = await openSite({ ANALYTICS_ID: "G-TEST12345" });
afterAll(() => site.close());

const banner = (page: Page) => page.dom.querySelector("body > section.consent");

test("the site asks only about analytics and refuses a choice about ads", async () => {
  for (const language of languageCodes) {
    const page = await site.get(`/${language}/cookie-policy`);
    expect(banner(page)?.textContent).toContain(translate(language, "pages:consent.askAnalytics"));
    const boxes = page.dom.querySelectorAll("main input[name=purpose]");
    expect(boxes.map((box) => box.getAttribute("value"))).toEqual(["analytics"]);
  }
  const ads = await site.post("/consent", { choice: "some", purpose: "ads", path: "/es" });
  expect([ads.status, ads.headers.getSetCookie()]).toEqual([422, []]);
});

test("accepting everything accepts analytics and no ads", async () => {
  const visitor = site.newBrowser();
  await visitor.post("/consent", { choice: "accept", path: "/es" });
  expect(visitor.cookies.get("consent")).toBe("analytics");
  const policy = (await visitor.get("/es/about")).headers.get("Content-Security-Policy")!;
  expect(policy).toContain("https://www.googletagmanager.com");
  expect(policy).not.toMatch(/strict-dynamic|frame-src/);
});

test("an earlier choice that included ads is still valid for analytics", async () => {
  const page = await site.get("/es/about", {
    Cookie: "consent=analytics.no-ads; analytics_id=1.2",
  });
  expect(banner(page)).toBeNull();
  expect(page.html).toContain('data-id="G-TEST12345"');
  const no = await site.get("/es/about", { Cookie: "consent=no-analytics.ads" });
  expect(banner(no)).toBeNull();
  expect(no.html).not.toContain("G-TEST12345");
});
