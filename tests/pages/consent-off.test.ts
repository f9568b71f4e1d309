import { afterAll, beforeAll, expect, test } from "vitest";
import { addDupe, addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";

// Neither analytics nor ads are configured.
const site = await openSite();
afterAll(() => site.close());

let perfume: string;

beforeAll(async () => {
  const id = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, id, "Armaf", "Club de Nuit", { likes: 1 });
  perfume = `/es/perfume/creed-aventus-${id}`;
});

test("without analytics and ads there is no banner, and the policy allows no other site", async () => {
  for (const path of [
    "/",
    "/es",
    perfume,
    "/es/about",
    "/es/cookie-policy",
    "/es/auth",
    "/es/auth?mode=signup",
    "/es/auth/forgot",
    "/es/auth/reset?token=x",
    "/es/nope",
  ]) {
    const page = await site.get(path);
    const refused: Record<string, number> = { "/es/nope": 404, "/es/auth/reset?token=x": 410 };
    expect([path, page.status]).toEqual([path, refused[path] ?? 200]);
    expect(page.dom.querySelectorAll("main h1")).toHaveLength(1);
    expect(page.dom.querySelectorAll("[action='/consent'], .consent, .ad, ins")).toHaveLength(0);
    expect(page.html).not.toMatch(/google-analytics|googletagmanager|googlesyndication|dataLayer/);
    const policy = page.headers.get("Content-Security-Policy")!;
    expect(policy).not.toMatch(/https?:\/\/|strict-dynamic|frame-src/);
    expect(policy).toMatch(/; connect-src 'self'; script-src 'self' /);
    expect(page.headers.getSetCookie()).toEqual([]);
  }
});

test("posting a choice is 404 and sets no cookie", async () => {
  for (const choice of ["accept", "refuse", "some"]) {
    const page = await site.post("/consent", { choice, purpose: "ads", path: "/es" });
    expect([page.status, page.headers.getSetCookie()]).toEqual([404, []]);
  }
});

test("a choice made before they were switched off allows nothing and does not vary the page", async () => {
  const plain = await site.get(perfume);
  expect(plain.html).toContain(">Club de Nuit</a></h3>");
  const before = await site.get(perfume, { Cookie: "consent=analytics.ads" });
  expect(before.html).toBe(plain.html);
  expect(before.headers.get("Content-Security-Policy")).toBe(
    plain.headers.get("Content-Security-Policy"),
  );
  expect(before.headers.get("Cache-Control")).toMatch(/^public/);
});

test("the identifier of disabled analytics is deleted", async () => {
  const page = await site.get(perfume, { Cookie: "analytics_id=1.2" });
  expect(page.headers.get("Cache-Control")).toMatch(/^private/);
  expect(page.headers.getSetCookie()).toEqual([expect.stringMatching(/^analytics_id=; Max-Age=0/)]);
});
