import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerfumeWithDupe } from "../support/database.ts";
import { openSite, type Page } from "../support/site.ts";
import { translationsOf } from "../support/translations.ts";

const key = "key-of-the-tests";
const site = await openSite({
  APP_ORIGIN: "https://sosia.test",
  SECURITY_CONTACT: "mailto:security@sosia.test",
  ADS_TXT:
    "google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0 | # ours\ncontact=ads@sosia.test",
  INDEXNOW_KEY: key,
});
afterAll(() => site.close());

const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js"))!;
const none = "default-src 'none'; frame-ancestors 'none'";

let perfume: { path: string };

beforeAll(async () => {
  perfume = await addPerfumeWithDupe(site.db);
});

/** The headers that all responses share, and those of each class. */
function securityOf({ headers }: Page) {
  return {
    transport: headers.get("Strict-Transport-Security"),
    type: headers.get("X-Content-Type-Options"),
    frames: headers.get("X-Frame-Options"),
    referrer: headers.get("Referrer-Policy"),
    resource: headers.get("Cross-Origin-Resource-Policy"),
    policy: headers.get("Content-Security-Policy"),
  };
}

const always = {
  transport: "max-age=31536000; includeSubDomains",
  type: "nosniff",
  frames: "DENY",
  referrer: "strict-origin-when-cross-origin",
  resource: "same-origin",
};
const file = { ...always, policy: none };
const forOthers = { ...file, resource: "cross-origin" };
const page = {
  ...always,
  policy: expect.stringMatching(/^default-src 'none'; .*script-src 'self'/),
};
/** For private pages and missing ones: to most people the desk's addresses are missing. */
const closed = { ...page, referrer: "strict-origin" };

test.each<[string, number, object]>([
  ["/es", 200, page],
  ["/es/about", 200, page],
  ["/es/nope", 404, closed],
  ["/es/brands/q", 404, page],
  ["/es/auth", 200, closed],
  ["/es/profile", 303, { ...file, referrer: "strict-origin" }],
  ["/ES", 301, file],
  ["/es.data", 200, file],
  [`/assets/${script}`, 200, file],
  ["/assets/nope.js", 404, closed],
  ["/api/perfumes?q=aventus", 200, file],
  ["/robots.txt", 200, forOthers],
  ["/sitemap.xml", 200, forOthers],
  ["/es/feed.xml", 200, forOthers],
  ["/og/sosia.png", 200, forOthers],
  ["/og/999.png", 404, file],
  [`/${key}.txt`, 200, forOthers],
  ["/.well-known/security.txt", 200, forOthers],
  ["/.well-known/change-password", 303, file],
  ["/ads.txt", 200, forOthers],
])("%s answers %i with the security headers of its class", async (path, status, expected) => {
  const answer = await site.get(path);
  expect([answer.status, securityOf(answer)]).toEqual([status, expected]);
});

test("a 304 also has them, cached or not", async () => {
  for (const [path, expected] of [
    ["/es/about", page],
    ["/sitemap.xml", forOthers],
    ["/og/sosia.png", forOthers],
  ] as const) {
    const { headers } = await site.get(path);
    const again = await site.get(path, { "If-None-Match": headers.get("ETag")! });
    expect([path, again.status, securityOf(again)]).toEqual([path, 304, expected]);
  }
});

test("responses to forms also have them, accepted or not", async () => {
  const language = await site.post("/language", { lang: "de", path: "/" });
  expect([language.status, securityOf(language)]).toEqual([303, file]);
  const foreign = await site.post("/es", {}, { Origin: "https://evil.example" });
  expect([foreign.status, securityOf(foreign)]).toEqual([403, page]);
  const vote = await site.post(`/es${perfume.path}`, { intent: "vote" });
  expect([vote.status, securityOf(vote)]).toEqual([401, page]);
  const large = await site.post("/language", { path: "x".repeat(70_000) });
  expect([large.status, securityOf(large)]).toEqual([413, file]);
});

test("pages are isolated from documents that open them, and request no device", async () => {
  const { headers } = await site.get("/es");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Permissions-Policy")).toContain("geolocation=()");
});

test.each([
  "/ES/auth/reset/?token=a_b-",
  "/es/auth/reset?token=a_b-%20%C2%BB",
  "/es/auth/reset&token=a_b-)",
])("the redirect of %s to the token's canonical address is stored nowhere", async (address) => {
  const moved = await site.get(address);
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/es/auth/reset?token=a_b-"]);
  expect(moved.headers.get("Cache-Control")).toBe("private, no-store");
});

test("without https there is no Strict-Transport-Security", async () => {
  const plain = await openSite();
  const answer = await plain.get("/es");
  expect(securityOf(answer)).toEqual({ ...page, transport: null });
  await plain.close();
});

test.each([
  ["/es", true],
  ["/", true],
  ["/es/contact", true],
  ["/es/profile", true],
  ["/language", true],
  ["/es/about", false],
  ["/es/nope", false],
  ["/profile/data", false],
  ["/healthz", false],
  ["/es/feed.xml", false],
  ["/og/sosia.png", false],
  ["/avatars/a/avatar.webp", false],
  [`/assets/${script}`, false],
  [`/${key}.txt`, false],
])("%s refuses unsupported methods with 405, and lists the supported ones", async (path, forms) => {
  const Allow = forms ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
  const ask = async (method: string) => {
    const { status, headers, html } = await site.request(path, {
      method,
      headers: { Origin: site.origin },
    });
    return {
      method,
      status,
      Allow: headers.get("Allow"),
      length: method === "POST" ? 0 : html.length,
    };
  };
  for (const method of ["PUT", "PATCH", "DELETE", "PROPFIND", ...(forms ? [] : ["POST"])])
    expect(await ask(method)).toEqual({ method, status: 405, Allow, length: 0 });
  expect(await ask("OPTIONS")).toEqual({ method: "OPTIONS", status: 204, Allow, length: 0 });
});

test("a page that accepts no form refuses one with a page", async () => {
  const answer = await site.post("/de/about", { a: "b" });
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect(answer.dom.querySelector("html")?.getAttribute("lang")).toBe("de");
  expect(answer.dom.querySelector("h1")?.textContent).toBe(
    translationsOf("de").ui.error.forbiddenTitle,
  );
  expect(answer.dom.querySelector("main a.button")?.getAttribute("href")).toBe("/de");
});

test("security.txt names the contact for vulnerabilities, and expires within a year", async () => {
  const { html, headers } = await site.get("/.well-known/security.txt");
  expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const [, expires] = /^Expires: (\S+)$/mu.exec(html)!;
  const days = (Date.parse(expires!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(html.replace(expires!, "…")).toBe(
    "Contact: mailto:security@sosia.test\nExpires: …\nPreferred-Languages: es, en, fr, de, it, pt\n" +
      "Canonical: https://sosia.test/.well-known/security.txt\n",
  );
  const without = await openSite();
  expect((await without.get("/.well-known/security.txt")).status).toBe(404);
  expect((await without.get("/ads.txt")).status).toBe(404);
  await without.close();
});

test("ads.txt is the setting's lines", async () => {
  const { html, headers } = await site.get("/ads.txt");
  expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(html).toBe(
    "google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n# ours\ncontact=ads@sosia.test\n",
  );
});

test("a password manager is led to the profile, and no shared cache keeps the language", async () => {
  const path = "/.well-known/change-password";
  const led = await site.get(path, { "Accept-Language": "it" });
  expect([led.status, led.headers.get("Location")]).toEqual([303, "/it/profile"]);
  expect(led.headers.get("Cache-Control")).toMatch(/private|no-store/u);
  expect((await site.get("/.well-known/resource-that-should-not-exist")).status).toBe(404);
});

test("a link's picture says its length", async () => {
  const { headers, body } = await site.bytes("/og/sosia.png", {});
  expect(headers.get("Content-Length")).toBe(String(body.length));
});
