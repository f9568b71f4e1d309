import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addPerfume } from "../support/database.ts";
import { openSite } from "../support/site.ts";

const site = await openSite();
afterAll(() => site.close());

let path: string;
let visitor = 0;

beforeAll(async () => {
  path = `/es/perfume/creed-aventus-${await addPerfume(site.db, "Creed", "Aventus")}`;
});

// Every test has a network of its own, so that no test's opening counts as a reload of another's.
beforeEach(() => void visitor++);

/** Asks from the visitor's network. */
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

test("opening a perfume's page as a person adds a view without a user", async () => {
  expect(await viewsBy(() => open())).toBe(1);
  const row = await site.db
    .selectFrom("perfume_searches")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(row.user_id).toBeNull();
  expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test("a reload by the same visitor does not count again, another visitor does", async () => {
  const openings = async () => {
    await open();
    await open();
    visitor++;
    await open();
  };
  expect(await viewsBy(openings)).toBe(2);
});

test("another browser on the same network does not count again: its name may be invented", async () => {
  const openings = async () => {
    for (const version of [1, 2, 3])
      await open({ "User-Agent": `Mozilla/5.0 (X11; Linux x86_64) Firefox/${version}.0` });
  };
  expect(await viewsBy(openings)).toBe(1);
});

test("an IPv6 network of 64 bits is one visitor", async () => {
  const openings = async () => {
    for (let n = 1; n < 9; n++) await site.request(path, {}, `2001:db8:0:1::${n}`);
    await site.request(path, {}, "2001:db8:0:2::1");
  };
  expect(await viewsBy(openings)).toBe(2);
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

test("HEAD and a page that is 404 do not count", async () => {
  const answers = async () => [
    (await ask(path, { method: "HEAD" })).status,
    (await ask("/es/perfume/nope-999")).status,
  ];
  expect(await viewsBy(async () => expect(await answers()).toEqual([200, 404]))).toBe(0);
});
