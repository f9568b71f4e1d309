import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { addPerfume } from "../support/database.ts";
import { signedIn } from "../support/sign-in.ts";
import { openSite } from "../support/site.ts";
import { eventually } from "../support/eventually.ts";

const site = await openSite();
afterAll(() => site.close());

let path: string;
let visitor = 0;

beforeAll(async () => {
  path = `/es/perfume/creed-aventus-${await addPerfume(site.db, "Creed", "Aventus")}`;
});

// Each test uses a different network, so that no view counts as a reload of another test's.
beforeEach(() => void visitor++);

/** Sends a request from the visitor's network. */
const ask = (path: string, init: RequestInit = {}) => site.request(path, init, `10.0.${visitor}.1`);

/** Opens the perfume's page. */
async function open(headers: Record<string, string> = {}) {
  expect((await ask(path, { headers })).status).toBe(200);
}

async function viewsBy(openings: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await site.flushViews();
    return (await site.db.selectFrom("perfume_searches").selectAll().execute()).length;
  };
  const before = await count();
  await openings();
  return (await count()) - before;
}

test("a person who opens a perfume's page adds a view without a user id", async () => {
  expect(await viewsBy(() => open())).toBe(1);
  const row = await site.db
    .selectFrom("perfume_searches")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(row.user_id).toBeNull();
  expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test("with VIEW_LOG=signed-in a visitor's view is counted without a row (RULES.md 3.1)", async () => {
  const quiet = await openSite({ VIEW_LOG: "signed-in" });
  onTestFinished(() => quiet.close());
  const id = await addPerfume(quiet.db, "Creed", "Aventus");
  expect((await quiet.get(`/es/perfume/creed-aventus-${id}`)).status).toBe(200);
  await quiet.flushViews();
  expect(await quiet.db.selectFrom("perfume_searches").selectAll().execute()).toEqual([]);
  const counted = quiet.db.selectFrom("perfume_month_views").select("views");
  expect(await counted.execute()).toEqual([{ views: 1 }]);
});

test.each([
  [
    "a crawler",
    { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  ],
  ["a program", { "User-Agent": "curl/8.5.0" }],
  ["a client without a name", { "User-Agent": "" }],
])("%s does not count", async (_, headers) => {
  expect(await viewsBy(() => open(headers))).toBe(0);
});

test.each([
  ["Sec-Purpose", "prefetch"],
  ["Sec-Purpose", "prefetch;prerender"],
  ["Purpose", "prefetch"],
  ["X-Moz", "prefetch"],
])("a prefetch does not count (%s: %s)", async (name, value) => {
  expect(await viewsBy(() => open({ [name]: value }))).toBe(0);
});

test("HEAD requests and 404 pages do not count", async () => {
  const answers = async () => [
    (await ask(path, { method: "HEAD" })).status,
    (await ask("/es/perfume/nope-999")).status,
  ];
  expect(await viewsBy(async () => expect(await answers()).toEqual([200, 404]))).toBe(0);
});

/** Reports the page as shown, like its script. */
function report(perfume: string | number, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ perfume: String(perfume) }).toString();
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const sent = { Origin: site.origin, ...type, "Content-Length": String(body.length) };
  return ask("/viewed", { method: "POST", body, headers: { ...sent, ...headers } });
}

const id = () => Number(/\d+$/.exec(path)![0]);

test("a prefetched page tells its script to report when it is shown, which counts one view", async () => {
  const ahead = await ask(path, { headers: { "Sec-Purpose": "prefetch" } });
  expect(ahead.headers.get("Server-Timing")).toBe("uncounted");
  const openings = async () => {
    for (let i = 0; i < 3; i++) expect((await report(id())).status).toBe(204);
    await open();
  };
  expect(await viewsBy(openings)).toBe(1);
});

test("an opened page has already been counted, also from the page cache, and its script reports nothing", async () => {
  for (let i = 0; i < 2; i++) expect((await ask(path)).headers.has("Server-Timing")).toBe(false);
});

test("the reporting script is on perfumes' pages only, allowed by their policy, and not with Save-Data", async () => {
  const reports = (html: string) => /sendBeacon\(.\/viewed/u.test(html);
  const page = await ask(path);
  expect(reports(page.html)).toBe(true);
  const script = page.dom.querySelectorAll("script").find(({ text }) => reports(text))!;
  const hash = createHash("sha256").update(script.text).digest("base64");
  expect(page.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
  expect(reports((await ask(path, { headers: { "Save-Data": "on" } })).html)).toBe(false);
  expect(reports((await site.get("/es")).html)).toBe(false);
});

test("a signed-in person's report includes their id", async () => {
  const ana = await signedIn(site, "ana");
  expect((await ana.post("/viewed", { perfume: String(id()) })).status).toBe(204);
  await site.flushViews();
  const row = await site.db
    .selectFrom("perfume_searches")
    .select("user_id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(row.user_id).toBe(ana.id);
});

test.each([
  ["an unknown perfume", "999999", {}, 404],
  ["an id with a sign", "+1", {}, 404],
  ["an id with a leading zero", "01", {}, 404],
  ["no id", "", {}, 404],
  ["another site", "1", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["another origin", "1", { Origin: "https://evil.example" }, 403],
  ["a crawler", "1", { "User-Agent": "Googlebot/2.1" }, 204],
])("a report of %s counts nothing", async (_, perfume, headers, status) => {
  expect(
    await viewsBy(async () => expect((await report(perfume, headers)).status).toBe(status)),
  ).toBe(0);
});

test("opening the address of reports redirects home", async () => {
  const answer = await site.get("/viewed", { "Accept-Language": "de" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/de"]);
});

test("a page opened from search results or the live list, prefetched or not, counts as found by search", async () => {
  const day = async () => {
    await site.flushViews();
    const row = await site.db.selectFrom("day_views").selectAll().executeTakeFirstOrThrow();
    return { views: row.views, searched: row.searched! };
  };
  const through = async (openings: () => Promise<unknown>) => {
    visitor++;
    const before = await day();
    await openings();
    const after = await day();
    return [after.views - before.views, after.searched - before.searched];
  };
  await open();
  const results = { Referer: `${site.origin}/es?q=aventus` };
  expect(await through(() => open(results))).toEqual([1, 1]);
  expect(await through(() => open({ Referer: `${site.origin}/es` }))).toEqual([1, 0]);
  expect(await through(() => open({ Referer: "https://other.example/?q=aventus" }))).toEqual([
    1, 0,
  ]);
  const ahead = async (headers: Record<string, string>) => {
    await open({ ...headers, "Sec-Purpose": "prefetch" });
    expect((await report(id(), { Referer: site.origin + path })).status).toBe(204);
  };
  expect(await through(() => ahead(results))).toEqual([1, 1]);
  expect(await through(() => ahead({ Referer: `${site.origin}/es` }))).toEqual([1, 0]);
  await eventually(async () => {
    expect(JSON.parse((await ask("/api/perfumes?q=aventus")).html)).toHaveLength(1);
  });
  const list = async () => {
    await ask("/api/perfumes?q=aventus&lang=es");
    await open({ Referer: `${site.origin}/es` });
  };
  expect(await through(list)).toEqual([1, 1]);
});
