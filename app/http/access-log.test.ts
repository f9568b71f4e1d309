import { expect, test } from "vitest";
import { readAccessLine } from "./access-log.ts";

const origin = "https://sosia.example";
const line = {
  time: "2026-12-05T01:30:00+02:00",
  address: "192.0.2.1",
  method: "GET",
  uri: "/es/perfume/creed-aventus-1",
  status: 200,
  cache: "HIT",
  upstream: "",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  purpose: "",
  referer: "",
};
const read = (more: object = {}) => readAccessLine(JSON.stringify({ ...line, ...more }), origin);

test("a line contains the time in UTC, the client's address and the page", () => {
  expect(read()).toEqual({
    at: new Date("2026-12-04T23:30:00.000Z"),
    address: "192.0.2.1",
    slug: "creed-aventus-1",
    searched: false,
    fromCache: true,
  });
  expect(read({ uri: "/pt/perfume/1?reviews=3&utm_source=x" })).toMatchObject({ slug: "1" });
});

test("a page counts as found by search only when the search was on this site", () => {
  expect(read({ referer: `${origin}/es?q=aventus` })).toMatchObject({ searched: true });
  expect(read({ referer: "https://other.example/es?q=aventus" })).toMatchObject({
    searched: false,
  });
  expect(read({ referer: "//\u0000" })).not.toMatchObject({ searched: true });
});

test.each([
  ["HIT", "", true],
  ["UPDATING", "", true],
  ["STALE", "503", true],
  ["STALE", "", false],
  ["STALE", "-", false],
  ["MISS", "200", false],
  ["EXPIRED", "200", false],
  ["REVALIDATED", "304", false],
])("%s with the site's answer %j came from the cache alone: %s", (cache, upstream, fromCache) => {
  expect(read({ cache, upstream })).toMatchObject({ fromCache });
});

test.each([
  { method: "HEAD" },
  { method: "POST" },
  { status: 301 },
  { status: 404 },
  { status: 503 },
  { cache: "" },
  { cache: "BYPASS" },
  { agent: "" },
  { agent: "curl/8.5.0" },
  { agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  { purpose: "prefetch" },
  { purpose: "prefetch;prerender" },
  { uri: "/perfume/creed-aventus-1" },
  { uri: "/xx/perfume/creed-aventus-1" },
  { uri: "/es/perfume/creed-aventus-1/more" },
  { uri: "/es/brand/creed" },
  { uri: "/es" },
  { uri: "//evil.example/es/perfume/creed-aventus-1" },
])("%j does not open a perfume's page", (more) => {
  expect(read(more)).toBe("other");
});

test("a 304 counts as an opening, too", () => {
  expect(read({ status: 304 })).toMatchObject({ fromCache: true });
});

test.each([
  "",
  "null",
  "[]",
  "12",
  '"text"',
  "{",
  JSON.stringify(line).slice(0, -1),
  `\u0000${JSON.stringify(line)}`,
  '192.0.2.1 - - [05/Dec/2026:01:30:00 +0200] "GET /es/perfume/1 HTTP/2.0" 200 5000',
  "[".repeat(100_000),
])("an invalid line is broken: %j", (text) => {
  expect(readAccessLine(text, origin)).toBe("broken");
});

test.each([
  { time: "yesterday" },
  { time: "2026-13-45T99:00:00Z" },
  { time: 1 },
  { address: "unix:" },
  { address: "192.0.2.1, 10.0.0.1" },
  { status: "200" },
  { uri: "http://sosia.example/es/perfume/1" },
  { uri: ["/es/perfume/1"] },
  { agent: "Mozilla/5.0\r\nX: y" },
  { agent: null },
  { cache: undefined },
])("a line with %j is broken", (more) => {
  expect(read(more)).toBe("broken");
});
