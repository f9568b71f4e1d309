// A response, its log line and its error page share one id (RULES.md 13.4, 13.10, 14.5).
import { expect, onTestFinished, test, vi } from "vitest";
import { addPerfume } from "../support/database.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { twoLanguages } from "../support/translations.ts";

const made = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}$/u;
const given = "of-the-proxy-0123456789";
const asBrowser = { Accept: "text/html" };

async function open(environment: Record<string, string> = {}) {
  const site = await openSite(environment);
  onTestFinished(() => site.close().catch(() => undefined));
  return site;
}

const idOf = ({ headers }: Page) => headers.get("X-Request-Id");

/** A site on which every query fails; also returns its log. */
async function broken(environment?: Record<string, string>) {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const site = await open(environment);
  await site.db.destroy();
  return { site, lines: () => log.mock.calls.map(([line]) => String(line)) };
}

async function someAnswers(site: TestSite, headers: Record<string, string> = {}): Promise<Page[]> {
  const [asset] = /\/assets\/[^"]+\.js/u.exec((await site.get("/es")).html)!;
  return Promise.all([
    ...["/es/about", "/es/nope", "/nope.png", "/healthz", "/sitemap.xml", "/es/About/", asset].map(
      (path) => site.get(path, headers),
    ),
    site.request("/es/about", { method: "PUT", headers }),
    site.request("/es/about", { method: "OPTIONS", headers }),
    site.request("/es/about", { method: "HEAD", headers }),
    site.post("/es/contact", { email: "a@example.org" }, headers),
  ]);
}

test("every response has a unique id: pages, files, scripts, redirects, refusals", async () => {
  const answers = await someAnswers(await open());
  for (const answer of answers) expect(idOf(answer)).toMatch(made);
  expect(new Set(answers.map(idOf)).size).toBe(answers.length);
});

test("behind our own proxy every response has the proxy's id; nobody else can set it", async () => {
  const headers = { "X-Request-Id": given };
  for (const answer of await someAnswers(await open({ TRUSTED_PROXY_HOPS: "1" }), headers))
    expect(idOf(answer)).toBe(given);
  for (const answer of await someAnswers(await open(), headers)) expect(idOf(answer)).toMatch(made);
});

test("a cached page contains no request id; each response has its own, also a 304", async () => {
  const site = await open({ TRUSTED_PROXY_HOPS: "1" });
  const path = `/es/perfume/creed-aventus-${await addPerfume(site.db, "Creed", "Aventus")}`;
  const ask = (id: string, headers = {}) => site.get(path, { "X-Request-Id": id, ...headers });
  const first = await ask("the-first-reader");
  const second = await ask("the-second-reader");
  expect([idOf(first), idOf(second)]).toEqual(["the-first-reader", "the-second-reader"]);
  expect(site.services.pages.figures()).toMatchObject({ hits: 1, misses: 1 });
  for (const { html } of [first, second]) expect(html).not.toMatch(/the-\w+-reader/u);
  const third = await ask("the-third-reader", { "If-None-Match": first.headers.get("ETag")! });
  expect([third.status, idOf(third)]).toEqual([304, "the-third-reader"]);
});

test.each(twoLanguages)("an internal error's page shows the id to quote, in %s", async (code) => {
  const { site } = await broken();
  const page = await site.get(`/${code}/perfume/creed-aventus-1`, asBrowser);
  expect(page.status).toBe(500);
  const id = idOf(page)!;
  expect(id).toMatch(made);
  expect(page.dom.querySelector("main p.small")?.text).toBe(
    translatorIn(code).t("messages:error.number", { id }),
  );
  expect(page.html.split(id)).toHaveLength(2);
});

test("a proxy's id is also on the error page; a 404 page shows no id", async () => {
  const { site } = await broken({ TRUSTED_PROXY_HOPS: "1" });
  const headers = { ...asBrowser, "X-Request-Id": given };
  expect((await site.get("/es/perfume/creed-aventus-1", headers)).html).toContain(given);
  const missing = await site.get("/es/nope", headers);
  expect(missing.status).toBe(404);
  expect(missing.html).not.toContain(given);
  expect(missing.dom.querySelector("main p.small")).toBeNull();
});

test("an unexpected error is one line of JSON in the log, with the response's id and the stack", async () => {
  const { site, lines } = await broken();
  const page = await site.get("/es/perfume/creed-aventus-1", asBrowser);
  const found = lines().map((line) => JSON.parse(line));
  expect(found).toContainEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    id: idOf(page),
    event: "requestFailed",
    error: expect.stringMatching(/^Error: .+\n +at /u),
  });
  for (const line of lines()) expect(line).not.toContain("\n");
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([idOf(page)]));
});

test("an uncaught error is also logged and answered with the id", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const site = await open();
  vi.spyOn(site.services.pages, "get").mockImplementation(() => {
    throw new Error("the cache is broken");
  });
  const answer = await site.get("/es/about");
  expect([answer.status, answer.html]).toEqual([500, ""]);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  const [line] = log.mock.calls.map(([one]) => JSON.parse(String(one)));
  expect(line).toMatchObject({
    id: idOf(answer),
    error: expect.stringContaining("the cache is broken\n"),
  });
});
