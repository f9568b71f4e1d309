// The API of the open data (RULES.md 15.4): each answer is compared with the site's own description of it.
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { removePerfume } from "#app/domain/catalog/rename-and-remove.ts";
import { limits } from "#app/limits/limit-table.ts";
import { addAccount } from "../support/accounts.ts";
import { addDupe, addPerfume, lookAlikeOf } from "../support/database.ts";
import { describedApi } from "../support/openapi.ts";
import { addPrice, addShop } from "../support/prices.ts";
import { openSite, type Page } from "../support/site.ts";
import { say } from "../support/verdicts.ts";

const site = await openSite();
const api = await describedApi(site);
afterAll(() => site.close());
afterEach(() => void vi.restoreAllMocks());

const now = new Date();
let creed: number;
let armaf: number;
let others: number[];

/** The answer, after comparing it with its description. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const answer = await site.get(`/api/v1${path}`, headers);
  expect([path, api.differences(`/api/v1${path}`, answer)]).toEqual([path, []]);
  return answer;
}

const read = async (path: string) => JSON.parse((await ask(path)).html);

const problemOf = ({ status, headers, html }: Page) => ({
  status,
  type: headers.get("Content-Type"),
  said: JSON.parse(html),
});

beforeAll(async () => {
  creed = await addPerfume(site.db, "Creed", "Aventus", {
    popularidad: 90,
    concentracion: "edp",
    anio: 2010,
    genero: "men",
    familia: "chypre",
    notas: "pineapple|birch",
  });
  const dupe = await addDupe(site.db, creed, "Armaf", "Club de Nuit Intense", {
    likes: 30,
    dislikes: 2,
    estimacion: 80,
    estimacion_url: "https://reviews.example/aventus",
    enlace: "https://shop.example/?partner=secret",
    sources: { for: 2, against: 1 },
  });
  await addDupe(site.db, creed, "Zara", "Vibrant Leather", { likes: 1 });
  await addDupe(site.db, creed, "Afnan", "Supremacy Silver", { sources: { for: 1 } });
  armaf = await lookAlikeOf(site.db, dupe);
  const notas = "birch|musk|Pineapple";
  await site.db.updateTable("perfumes").set({ notas }).where("id", "=", armaf).execute();
  others = [];
  for (const nombre of ["Sauvage", "Eau Sauvage", "Homme"])
    others.push(await addPerfume(site.db, "Dior", nombre));
  await addShop(site.db, "druni.es", {
    name: "Druni",
    affiliate_template: "https://go.example/?partner=secret&to={url}",
  });
  await addShop(site.db, "blocked.example", { state: "blocked" });
  const ana = await addAccount(site.db, "ana");
  const price = (cents: number, more: object) => addPrice(site.db, armaf, cents, now, more);
  await price(2495, { size_ml: 105, url: "https://druni.es/armaf", user_id: ana });
  await price(2195, { size_ml: 50 });
  await price(3000, { currency: "USD", size_ml: 105, shop: "a.example", country: "US" });
  await price(100, { state: "held", user_id: ana, mailbox: "ana-hashed" });
  await price(200, { shop: "blocked.example" });
  await price(1500, { vouched: 0, size_ml: 105 });
  for (const lasting of ["less", "less", "same"] as const) {
    const person = await addAccount(site.db, `said_${lasting}_${Math.random()}`.slice(0, 20));
    await say(site.db, person, dupe, { lasting, ...(lasting === "same" && { again: "dupe" }) });
  }
});

/** Follows the links of a list from page to page. */
async function readPages(start: string, list: "perfumes" | "dupes") {
  const seen: { id: number }[] = [];
  for (let path: string | null = start; path !== null;) {
    const answer = await ask(path);
    const { [list]: rows, next } = JSON.parse(answer.html);
    expect(answer.headers.get("Link")).toBe(next && `<${next}>; rel="next"`);
    const again = await ask(path, { "If-None-Match": answer.headers.get("ETag")! });
    expect(again.status).toBe(304);
    seen.push(...rows);
    path = next && next.slice(`${site.origin}/api/v1`.length);
  }
  return seen;
}

test("a list has every perfume once, in pages that link the next one", async () => {
  const known = await site.db.selectFrom("perfumes").select("id").orderBy("id").execute();
  const seen = await readPages("/perfumes?limit=2", "perfumes");
  expect(seen.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
  const { perfumes, next } = await read("/perfumes?limit=999999");
  expect([perfumes.length, next]).toEqual([known.length, null]);
});

test("the dupes of a perfume come in pages, too, in the same order", async () => {
  const whole = (await read(`/perfumes/${creed}/dupes`)).dupes;
  expect(await readPages(`/perfumes/${creed}/dupes?limit=2`, "dupes")).toEqual(whole);
  const last = whole.at(-1).dupe_perfume_id;
  expect((await read(`/perfumes/${creed}/dupes?after=${last}`)).dupes).toEqual([]);
  const lost = problemOf(await ask(`/perfumes/${creed}/dupes?after=${creed}`));
  expect([lost.status, lost.said.detail]).toEqual([
    400,
    "after must be the dupe_perfume_id of one of these dupes.",
  ]);
});

test("a perfume has its facts, the licence and the address of its page", async () => {
  const { url, ...answer } = (await read(`/perfumes/${creed}`)).perfume;
  expect(answer).toEqual({
    id: creed,
    marca: "Creed",
    nombre: "Aventus",
    popularidad: 90,
    concentracion: "edp",
    anio: 2010,
    genero: "men",
    familia: "chypre",
    notas: "pineapple|birch",
  });
  expect(url).toBe(site.origin + perfumePath({ id: creed, marca: "Creed", nombre: "Aventus" }));
  expect((await read(`/perfumes/${creed}`)).licence).toBe("CC0-1.0");
  expect((await site.get(url.slice(site.origin.length))).status).toBe(200);
});

test("dupes come in the page's order, with counts and one reference price per currency", async () => {
  const { dupes, next } = await read(`/perfumes/${creed}/dupes`);
  expect(next).toBeNull();
  expect(dupes.map((dupe: any) => [dupe.nombre, dupe.similarity, dupe.likes])).toEqual([
    ["Club de Nuit Intense", 91, 30],
    ["Supremacy Silver", null, 0],
    ["Vibrant Leather", null, 1],
  ]);
  expect(dupes[0]).toMatchObject({
    perfume_marca: "Creed",
    perfume_id: creed,
    dupe_perfume_id: armaf,
    url: `${site.origin}/perfume/creed-aventus-${creed}/armaf-club-de-nuit-intense-${armaf}`,
    perfume_url: `${site.origin}/perfume/armaf-club-de-nuit-intense-${armaf}`,
    porcentaje: 80,
    estimacion_url: "https://reviews.example/aventus",
    sources: { for: 2, against: 1, catalogues: 0 },
    verdicts: { verdicts: 3, lasting_less: 2, lasting_same: 1, lasting_more: 0, again_dupe: null },
  });
  expect(dupes[0].prices).toEqual([
    {
      id: expect.any(Number),
      marca: "Armaf",
      nombre: "Club de Nuit Intense",
      importe: "24.95",
      moneda: "EUR",
      ml: 105,
      tienda: "druni.es",
      url: "https://druni.es/armaf",
      pais: "ES",
      tipo: "bottle",
      fecha: now.toISOString().slice(0, 10),
    },
    expect.objectContaining({ importe: "30.00", moneda: "USD", pais: "US", url: null }),
  ]);
  expect(await read(`/perfumes/${others[0]}/dupes`)).toMatchObject({ dupes: [] });
});

test("a dupe beside its original has what the list says of it, both bottles, their shared notes and the sources", async () => {
  const path = `/perfumes/${creed}/dupes/${armaf}`;
  const { dupes } = await read(`/perfumes/${creed}/dupes`);
  const one = await read(path);
  expect(one.dupe).toEqual(dupes[0]);
  expect([one.original.nombre, one.original.prices]).toEqual(["Aventus", []]);
  expect([one.look_alike.nombre, one.look_alike.prices]).toEqual([
    "Club de Nuit Intense",
    dupes[0].prices,
  ]);
  expect(one.sources.map((source: any) => source.postura).sort()).toEqual([
    "contra",
    "favor",
    "favor",
  ]);
  expect(one.shared_notes).toEqual(["birch", "Pineapple"]);
  const another = await read(`/perfumes/${creed}/dupes/${dupes[1].dupe_perfume_id}`);
  expect(another).toMatchObject({ shared_notes: null, sources: [{ postura: "favor" }] });
});

test("no answer has people, held or blocked prices, or affiliates' addresses", async () => {
  const answers = await Promise.all(
    [
      "/perfumes",
      `/perfumes/${creed}`,
      `/perfumes/${creed}/dupes`,
      `/perfumes/${creed}/dupes/${armaf}`,
      "/search?q=aventus",
    ].map((path) => ask(path)),
  );
  const text = answers.map(({ html }) => html).join();
  for (const hidden of ["secret", "ana", "blocked.example", '"1.00"', "user", "mail", "foto"])
    expect(text).not.toContain(hidden);
});

test("search finds what the site finds, with pages in the language that is asked for", async () => {
  const { perfumes } = await read("/search?q=creed+avntus&lang=it");
  expect(perfumes[0]).toMatchObject({ id: creed, near: false });
  expect(perfumes[0].url).toBe(
    `${site.origin}/it${perfumePath({ id: creed, marca: "Creed", nombre: "Aventus" })}`,
  );
  expect(await read("/search?q=zzzzqqqq")).toMatchObject({ perfumes: [] });
  await site.flushSearchMisses();
  expect(await site.db.selectFrom("search_misses").selectAll().execute()).toEqual([]);
});

test.each([
  ["/perfumes?limit=0", 400, "limit"],
  ["/perfumes?after=abc", 400, "after"],
  ["/perfumes?after=9999999999999999", 400, "after"],
  ["/perfumes/1/dupes?limit=0", 400, "limit"],
  ["/search", 400, "q"],
  ["/search?q=a", 400, "q"],
  ["/search?q=creed&lang=xx", 400, "lang"],
  ["/perfumes/999999", 404, "No perfume"],
  ["/perfumes/999999/dupes", 404, "No perfume"],
  ["/perfumes/1/dupes/1", 404, "not a dupe"],
  ["/perfumes/2/dupes/1", 404, "not a dupe"],
  ["/perfumes/1/dupes/abc", 404, "No perfume"],
  ["/perfumes/01", 404, "No perfume"],
])("%s is %i in problem details that name %s, for browsers too", async (path, status, said) => {
  for (const Accept of ["*/*", "text/html,application/xhtml+xml"]) {
    const answer = problemOf(await ask(path, { Accept }));
    expect(answer).toMatchObject({ status, type: "application/problem+json" });
    expect(answer.said).toMatchObject({ status, detail: expect.stringContaining(said) });
  }
});

test.each(["", "/", "/nope", "/perfumes.data", "/perfumes/1/nope", "/_root.data", "/%00"])(
  "the unknown address /api/v1%s is 404 in problem details, for browsers too",
  async (path) => {
    for (const Accept of ["*/*", "text/html"]) {
      const moved = await site.get(`/api/v1${path}`, { Accept });
      const answer =
        moved.status === 301 ? await site.get(moved.headers.get("Location")!, { Accept }) : moved;
      expect(problemOf(answer)).toMatchObject({ status: 404, type: "application/problem+json" });
    }
  },
);

test("a merged perfume leads to the one it is now, a removed one is gone", async () => {
  const [into, old, gone] = others as [number, number, number];
  await mergePerfumes(site.db, old, into, now);
  await removePerfume(site.db, gone);
  for (const rest of ["", "/dupes"]) {
    const merged = await ask(`/perfumes/${old}${rest}`);
    expect([merged.status, merged.headers.get("Location")]).toEqual([
      301,
      `${site.origin}/api/v1/perfumes/${into}${rest}`,
    ]);
    expect(problemOf(await ask(`/perfumes/${gone}${rest}`)).status).toBe(410);
  }
  const either: [path: string, into: string][] = [
    [`${old}/dupes/${armaf}`, `${into}/dupes/${armaf}`],
    [`${creed}/dupes/${old}`, `${creed}/dupes/${into}`],
  ];
  for (const [path, there] of either) {
    const merged = await ask(`/perfumes/${path}`);
    const Location = `${site.origin}/api/v1/perfumes/${there}`;
    expect([merged.status, merged.headers.get("Location")]).toEqual([301, Location]);
  }
  for (const path of [`${gone}/dupes/${armaf}`, `${creed}/dupes/${gone}`])
    expect(problemOf(await ask(`/perfumes/${path}`)).status).toBe(410);
});

test("an unchanged answer is 304; the cache may keep it for a minute", async () => {
  const { headers } = await ask(`/perfumes/${creed}`);
  expect(headers.get("Cache-Control")).toMatch(/^public, max-age=(?:5\d|60)$/u);
  expect([headers.get("Vary"), headers.getSetCookie()]).toEqual(["Accept-Encoding", []]);
  const again = await ask(`/perfumes/${creed}`, { "If-None-Match": headers.get("ETag")! });
  expect([again.status, again.html]).toEqual([304, ""]);
  const { body } = await site.bytes("/api/v1/perfumes?limit=3", { "Accept-Encoding": "gzip" });
  expect(JSON.parse(gunzipSync(body).toString()).perfumes).toHaveLength(3);
});

test("an answer neither depends on cookies nor sets or deletes any, nor does a failure (RULES.md 15.4)", async () => {
  const Cookie = "auth_token=ended; analytics_id=1; language_preference=de";
  for (const path of ["/search?q=creed", "/perfumes?limit=0", "/perfumes/999999"]) {
    const [bare, answer] = [await ask(path), await ask(path, { Cookie })];
    expect([path, answer.status, answer.html]).toEqual([path, bare.status, bare.html]);
    expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
  }
});

test("HEAD has the headers of GET and no body, for failures too", async () => {
  for (const path of [`/perfumes/${creed}`, "/perfumes?limit=0", "/nope"]) {
    const get = await site.get(`/api/v1${path}`);
    const head = await site.request(`/api/v1${path}`, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([get.status, ""]);
    for (const name of ["Content-Type", "ETag", "Cache-Control", "Access-Control-Allow-Origin"])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }
});

test("every other site's scripts may read it, and may ask first", async () => {
  const Origin = "https://other.example";
  for (const path of ["/perfumes", "/nope", "/perfumes?limit=0"]) {
    const { headers } = await site.get(`/api/v1${path}`, { Origin });
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  }
  const headers = { Origin, "Access-Control-Request-Method": "GET" };
  const asked = await site.request("/api/v1/perfumes", { method: "OPTIONS", headers });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, OPTIONS");
});

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "%s is 405 with Allow, wherever it comes from",
  async (method) => {
    for (const Origin of [site.origin, "https://other.example"])
      for (const path of ["/perfumes", "/nope"]) {
        const answer = await site.request(`/api/v1${path}`, { method, headers: { Origin } });
        expect(problemOf(answer)).toMatchObject({ status: 405, type: "application/problem+json" });
        expect(answer.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
      }
  },
);

test("a network that asks too often gets 429 and how long to wait, others do not", async () => {
  const from = (address: string) => site.request("/api/v1/perfumes?limit=1", {}, address);
  expect((await from("198.51.100.250")).status).toBe(200);
  const { readLimits } = site.services;
  for (let i = 1; i < limits.readsOfNetwork.points; i++)
    expect(readLimits.take([["readsOfNetwork", "198.51.100.0/24"]])).toBeNull();
  const refused = await from("198.51.100.7");
  expect(api.differences("/api/v1/perfumes", refused)).toEqual([]);
  expect(problemOf(refused)).toMatchObject({ status: 429, type: "application/problem+json" });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await from("203.0.113.7")).status).toBe(200);
  for (let i = 0; i < limits.readsOfWideNetwork.points; i++)
    expect(readLimits.take([["readsOfWideNetwork", "2001:db8:1::/48"]])).toBeNull();
  expect((await from("2001:db8:1:2::3")).status).toBe(429);
  const changes = await site.request("/data/changes.jsonl", {}, "198.51.100.7");
  expect(problemOf(changes)).toMatchObject({ status: 429, type: "application/problem+json" });
});

test.each([
  [500, new Error("a bug")],
  [503, Object.assign(new Error("no space"), { code: "ENOSPC" })],
])("a failure is %i in problem details, and nothing of it is cached", async (status, error) => {
  vi.spyOn(console, "error").mockReturnValue();
  const find = vi.spyOn(site.services.search, "find").mockRejectedValue(error);
  const path = `/search?q=dior+${status}`;
  for (const Accept of ["*/*", "text/html"]) {
    const answer = await ask(path, { Accept });
    expect(problemOf(answer)).toMatchObject({ status, type: "application/problem+json" });
    expect(answer.headers.has("Retry-After")).toBe(status === 503);
    expect(answer.html).not.toContain(error.message);
  }
  find.mockRestore();
  expect((await ask(path)).status).toBe(200);
});

test("the description is of every address, and complete in itself", () => {
  const { document } = api;
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(Object.keys(document.paths)).toEqual([
    "/perfumes",
    "/perfumes/{id}",
    "/perfumes/{id}/dupes",
    "/perfumes/{id}/dupes/{dupe}",
    "/search",
  ]);
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ];
  const named = new Set(references.map(([, name]) => name!));
  expect([...named].sort()).toEqual(Object.keys(document.components.schemas).sort());
  for (const { get } of Object.values<any>(document.paths))
    expect(get.parameters.every((one: any) => one.schema && one.description)).toBe(true);
});
