import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite, type TestSite } from "../support/site.ts";

// Neither analytics nor ads are configured.
let site: TestSite;
let perfume: string;

beforeAll(async () => {
  site = await openSite();
  const id = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, id, "Armaf", "Club de Nuit", { likes: 1 });
  perfume = `/es/perfume/creed-aventus-${id}`;
});

afterAll(() => site.close());

test("where there is nothing to consent to, nobody is asked and nothing of others is let in", async () => {
  for (const path of ["/es", perfume, "/es/about", "/es/cookie-policy", "/es/auth", "/es/nope"]) {
    const page = await site.get(path);
    expect(page.dom.querySelectorAll("[action='/consent'], .consent, .ad, ins")).toHaveLength(0);
    expect(page.html).not.toMatch(/google-analytics|googletagmanager|googlesyndication|dataLayer/);
    const policy = page.headers.get("Content-Security-Policy")!;
    expect(policy).not.toMatch(/https?:\/\/|strict-dynamic|frame-src/);
    expect(policy).toMatch(/; connect-src 'self'; script-src 'self' /);
    expect(page.headers.getSetCookie()).toEqual([]);
  }
});

test("no choice is taken, and no cookie set", async () => {
  for (const choice of ["accept", "refuse", "some"]) {
    const page = await site.post("/consent", { choice, purpose: "ads", path: "/es" });
    expect([page.status, page.headers.getSetCookie()]).toEqual([404, []]);
  }
});

test("a choice made before it was all switched off opens nothing and makes no other page", async () => {
  const plain = await site.get(perfume);
  const before = await site.get(perfume, { Cookie: "consent=analytics.ads" });
  expect(before.html).toBe(plain.html);
  expect(before.headers.get("Content-Security-Policy")).toBe(
    plain.headers.get("Content-Security-Policy"),
  );
  expect(before.headers.get("Cache-Control")).toMatch(/^public/);
});

test("the number of analytics that was switched off is taken away", async () => {
  const page = await site.get(perfume, { Cookie: "analytics_id=1.2" });
  expect(page.headers.get("Cache-Control")).toMatch(/^private/);
  expect(page.headers.getSetCookie()).toEqual([expect.stringMatching(/^analytics_id=; Max-Age=0/)]);
});
