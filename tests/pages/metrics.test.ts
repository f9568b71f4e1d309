// The metrics page, for holders of the token (RULES.md 14.6).
import { expect, onTestFinished, test } from "vitest";
import { addPerfume } from "../support/database.ts";
import { addAccount } from "../support/accounts.ts";
import { logIn } from "../support/sign-in.ts";
import { openSite, type TestSite } from "../support/site.ts";

const token = "a-token-of-the-tests";
const right = { Authorization: `Bearer ${token}` };

async function open(environment: Record<string, string> = { METRICS_TOKEN: token }) {
  const site = await openSite(environment);
  onTestFinished(() => site.close());
  return site;
}

const scrape = async (site: TestSite) => (await site.get("/metrics", right)).html;

/** @returns the value of one line, e.g. of `sosia_x_total{kind="y"}` */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("with the token the metrics are in Prometheus' format and not cacheable", async () => {
  const site = await open();
  const { status, headers, html } = await site.get("/metrics", right);
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("ETag")).toBeNull();
  expect(html).toMatch(/^# HELP \w+ .+\n# TYPE \w+ (counter|gauge|histogram)\n/u);
  // The scheme is case-insensitive (RFC 9110 §11.1).
  expect((await site.get("/metrics", { Authorization: `bearer ${token}` })).status).toBe(200);
  const head = await site.request("/metrics", { method: "HEAD", headers: right });
  expect([head.status, head.html]).toEqual([200, ""]);
  expect(head.headers.get("Content-Type")).toBe(headers.get("Content-Type"));
});

/** Everything that distinguishes responses, without the page's own path. */
async function seen(site: TestSite, path: string, init: RequestInit) {
  const { status, headers, html } = await site.request(path, init);
  const id = headers.get("X-Request-Id")!;
  headers.delete("X-Request-Id");
  const without = (text: string) => text.replaceAll(id, "").replaceAll(path.slice(1), "");
  return {
    status,
    headers: [...headers].map((each) => without(each.join(": "))),
    html: without(html),
  };
}

test.each([
  ["without a token set", {}, right],
  ["without a token sent", { METRICS_TOKEN: token }, {}],
  ["with another token", { METRICS_TOKEN: token }, { Authorization: `Bearer ${token}x` }],
  [
    "with the token by another scheme",
    { METRICS_TOKEN: token },
    { Authorization: `Basic ${token}` },
  ],
  ["with the token alone", { METRICS_TOKEN: token }, { Authorization: token }],
  ["with no token but the word", { METRICS_TOKEN: token }, { Authorization: "Bearer " }],
])("%s the metrics page is in every respect a missing page", async (_, environment, sent) => {
  const site = await open(environment);
  for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
    for (const accept of ["text/html", "*/*"]) {
      const headers = { ...sent, Accept: accept, Origin: site.origin };
      const metrics = await seen(site, "/metrics", { method, headers });
      const unknown = await seen(site, "/nothing", { method, headers });
      expect([method, metrics]).toEqual([method, unknown]);
    }
  expect((await site.get("/metrics", sent)).status).toBe(404);
});

test("the metrics page accepts only GET and HEAD, even with the token", async () => {
  const site = await open();
  const answers = ["POST", "PUT", "DELETE", "OPTIONS"].map(async (method) => {
    const headers = { ...right, Origin: site.origin };
    const answer = await site.request("/metrics", { method, headers });
    return [method, answer.status, answer.headers.get("Allow"), answer.html];
  });
  const allow = "GET, HEAD, OPTIONS";
  expect(await Promise.all(answers)).toEqual([
    ["POST", 405, allow, ""],
    ["PUT", 405, allow, ""],
    ["DELETE", 405, allow, ""],
    ["OPTIONS", 204, allow, ""],
  ]);
});

test("no address with a language is the metrics page, and nothing lists it", async () => {
  const site = await open();
  expect((await site.get("/es/metrics", right)).status).toBe(404);
  expect((await site.get("/metrics.data", right)).status).toBe(404);
  for (const path of ["/robots.txt", "/sitemap.xml", "/es"])
    expect((await site.get(path)).html).not.toContain("/metrics");
});

test("requests are counted by route pattern, never by address, including those answered from the page cache", async () => {
  const site = await open();
  const id = await addPerfume(site.db, "Creed", "Aventus");
  for (let n = 0; n < 3; n++) await site.get(`/es/perfume/creed-aventus-${id}`);
  for (let n = 0; n < 20; n++) await site.get(`/es/secret-${n}`);
  await site.get("/foo.xml");
  await site.get("/es/About/");
  await site.get("/assets/none.js");
  await site.request("/es/about", { method: "PUT" });
  await site.request("/es/about", { method: "MADEUP" });
  const text = await scrape(site);
  const requests = (labels: string) => valueOf(text, `sosia_http_requests_total{${labels}}`);
  expect(requests('route="/:lang?/perfume/:slug",method="GET",status="200"')).toBe(3);
  expect(requests('route="/:lang?/*",method="GET",status="404"')).toBe(21);
  expect(requests('route="redirect",method="GET",status="301"')).toBe(1);
  expect(requests('route="none",method="other",status="405"')).toBe(2);
  expect(
    valueOf(text, 'sosia_http_request_duration_seconds_count{route="/:lang?/perfume/:slug"}'),
  ).toBe(3);
  expect(text).not.toMatch(/secret|aventus|MADEUP/u);
  expect(valueOf(text, 'sosia_page_cache_requests_total{result="hit"}')).toBe(2);
  expect(valueOf(text, "sosia_page_cache_pages")).toBe(1);
  expect(valueOf(text, "sosia_page_cache_bytes")).toBeGreaterThan(1000);
  expect(await scrape(site)).toMatch(
    /requests_total\{route="\/metrics",method="GET",status="200"\} 1/u,
  );
});

test("searches, statements, the database file, the process and the event loop are measured", async () => {
  const site = await open();
  await site.start();
  await site.get("/es?q=aventus");
  const text = await scrape(site);
  expect(valueOf(text, "sosia_search_duration_seconds_count")).toBe(1);
  for (const kind of ["read", "write"])
    for (const figure of ["count", "sum"]) {
      const series = `sosia_database_statement_duration_seconds_${figure}{kind="${kind}"}`;
      expect([series, valueOf(text, series)]).toEqual([series, expect.any(Number)]);
      expect(valueOf(text, series)).toBeGreaterThan(0);
    }
  for (const series of [
    'sosia_database_file_bytes{file="database"}',
    "process_resident_memory_bytes",
    "nodejs_heap_size_used_bytes",
    "process_cpu_seconds_total",
  ])
    expect(valueOf(text, series)).toBeGreaterThan(0);
  const started = valueOf(text, "process_start_time_seconds")!;
  expect(started).toBeGreaterThan(Date.now() / 1000 - 7200);
  for (const quantile of ["0.5", "0.99", "1"])
    expect(valueOf(text, `sosia_event_loop_delay_seconds{quantile="${quantile}"}`)).toBeLessThan(
      60,
    );
});

test("refused sign-ins and used-up limits are counted by reason", async () => {
  const site = await open();
  await addAccount(site.db, "ana");
  const browser = site.newBrowser();
  for (let n = 0; n < 12; n++) await logIn(browser, "ana", { password: "wrong" });
  const text = await scrape(site);
  expect(valueOf(text, 'sosia_sign_ins_refused_total{reason="wrong"}')).toBe(10);
  expect(valueOf(text, 'sosia_sign_ins_refused_total{reason="too-many"}')).toBe(2);
  expect(valueOf(text, 'sosia_limit_refusals_total{limit="failedSignInsOfAccount"}')).toBe(2);
  expect(
    valueOf(text, 'sosia_http_requests_total{route="/:lang?/auth",method="POST",status="429"}'),
  ).toBe(2);
});
