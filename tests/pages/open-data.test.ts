import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DatabaseError } from "#db/database-error.ts";
import type { Manifest } from "#app/domain/open-data/dump-manifest.ts";
import { addDupe, addPerfume } from "../support/database.ts";
import { addPrices } from "../support/prices.ts";
import { lockDatabase } from "../support/busy-database.ts";
import { runProcess } from "../support/command.ts";
import { openSite, type Page, type TestSite } from "../support/site.ts";

let site: TestSite;
let dumps: string;

beforeAll(async () => {
  dumps = mkdtempSync(join(tmpdir(), "sosia-open-data-"));
  site = await openSite({ DUMPS_DIR: dumps });
});
afterAll(() => site.close());

/** Fails for anything but problem details. */
function problemOf({ status, headers, html }: Page) {
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  const said = JSON.parse(html);
  expect(said).toMatchObject({ status, detail: expect.stringMatching(/./u) });
  return { status, said };
}

const json = async (path: string) => JSON.parse((await site.get(path)).html);

async function dump() {
  process.env.DUMPS_DIR = dumps;
  process.env.SESSION_SECRET = site.config.sessionSecrets[0];
  return runProcess("dump", site.config.databaseUrl, []);
}

test("before the first dump there is none; then every file is as the manifest says, and fresh ones are not sent twice", async () => {
  for (const name of ["manifest.json", "perfumes.csv.gz"])
    expect(problemOf(await site.get(`/data/${name}`))).toMatchObject({
      status: 404,
      said: { detail: "No files have been made yet." },
    });
  const aventus = await addPerfume(site.db, "Creed", "Aventus");
  await addDupe(site.db, aventus, "Armaf", "Club de Nuit");
  expect(await dump()).toMatchObject({ code: 0, err: "" });

  const made: Manifest = await json("/data/manifest.json");
  expect(made).toMatchObject({ schema_version: 1, licence: "CC0-1.0" });
  expect(made.files).toHaveLength(16);
  for (const { name, bytes, sha256 } of made.files) {
    const { status, headers, body } = await site.bytes(`/data/${name}`, {});
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/gzip"]);
    expect(headers.get("Content-Encoding")).toBeNull();
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Cache-Control")).toBe("public, max-age=600");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect([body.length, Number(headers.get("Content-Length"))]).toEqual([bytes, bytes]);
    expect(createHash("sha256").update(body).digest("hex")).toBe(sha256);
  }
  for (const path of ["/data/perfumes.csv.gz", "/data/manifest.json"]) {
    const { headers } = await site.get(path);
    const again = await site.get(path, { "If-None-Match": headers.get("ETag")! });
    expect([again.status, again.html]).toEqual([304, ""]);
    const head = await site.request(path, { method: "HEAD" });
    expect([head.status, head.html]).toEqual([200, ""]);
  }
  const { body } = await site.bytes("/data/dupes.jsonl.gz", {});
  expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ id: 1, nombre: "Club de Nuit" });
});

test("no address leads out of the dump", async () => {
  for (const path of [
    "/data/..%2fmanifest.json",
    "/data/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/data/.lock",
    "/data/current",
    "/data/perfumes.csv",
    "/data/x.csv.gz",
    // The router's own format of a file would be as large as the file, in memory.
    "/data/perfumes.csv.gz.data",
    "/data/changes.jsonl.data",
    "/data/changes.jsonl%2Edata",
  ])
    expect([404, 301], path).toContain((await site.get(path)).status);
});

test("every failure is problem details, for browsers and other sites' scripts too", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const Accept = "text/html";
  const ask = async (path: string, method = "GET") => {
    const answer = await site.request(path, { method, headers: { Accept } });
    expect([path, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([path, "*"]);
    return problemOf(answer);
  };
  for (const path of ["/data/nope", "/data/a/b", "/data/perfumes.csv.gz.data", "/data/.lock"])
    expect(await ask(path)).toMatchObject({ status: 404 });
  for (const name of ["changes.jsonl", "manifest.json", "perfumes.csv.gz", "nope"])
    for (const method of ["POST", "PUT", "DELETE"])
      expect(await ask(`/data/${name}`, method)).toMatchObject({ status: 405 });
  const unavailable = new DatabaseError("The disk is full.", "ENOSPC");
  vi.spyOn(site.services.changes, "since").mockRejectedValue(unavailable);
  vi.spyOn(site.services.dumps, "manifest").mockRejectedValue(unavailable);
  for (const name of ["changes.jsonl", "manifest.json", "perfumes.csv.gz"])
    expect(await ask(`/data/${name}`)).toMatchObject({ status: 503 });
  expect((await site.request("/data/changes.jsonl")).headers.get("Retry-After")).toMatch(/^\d+$/u);
  vi.restoreAllMocks();
});

test("a program may ask first what is allowed", async () => {
  const asked = await site.request("/data/perfumes.csv.gz", { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("Allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
});

test("while nothing can be written, the changes that have their ids are read", async () => {
  const read = () => site.get("/data/changes.jsonl");
  await addPerfume(site.db, "Creed", "Himalaya");
  const before = await read();
  await addPerfume(site.db, "Creed", "Millesime");
  const unlock = await lockDatabase(site);
  try {
    const { status, html } = await read();
    expect([status, html]).toEqual([200, before.html]);
  } finally {
    await unlock();
  }
  expect((await read()).html).toContain("Millesime");
});

test("the changes are lines, newest last; one that is not yet is refused", async () => {
  const lines = async (query: string) => {
    const { status, headers, html } = await site.get(`/data/changes.jsonl${query}`);
    expect([status, headers.get("Content-Type")]).toEqual([
      200,
      "application/jsonl; charset=utf-8",
    ]);
    return html
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  const all = await lines("");
  expect(all.map(({ id }) => id)).toEqual(all.map((_, at) => at + 1));
  const last = all.length;
  expect(await lines(`?since=${last}`)).toEqual([]);
  const id = await addPerfume(site.db, "Dior", "Sauvage");
  expect(await lines(`?since=${last}`)).toEqual([
    {
      id: last + 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      file: "perfumes",
      kind: "add",
      row: expect.objectContaining({ id, marca: "Dior", nombre: "Sauvage" }),
    },
  ]);
  for (const since of [
    String(last + 2),
    "999999999999999",
    "abc",
    "-1",
    "1.5",
    "1e3",
    "9".repeat(30),
  ]) {
    const { status, headers, html } = await site.get(`/data/changes.jsonl?since=${since}`);
    expect([status, headers.get("Content-Type")], since).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(html)).toMatchObject({ status: 400, detail: expect.stringMatching(/./u) });
  }
});

test("the changes come in pages that link the next one, compressed, and a page that stayed the same is not sent twice", async () => {
  const bottle = await addPerfume(site.db, "Guerlain", "Vetiver");
  await addPrices(site.db, bottle, { count: 5200, from: 1000 });
  // Each answer numbers some.
  for (let n = 0; n < 3; n++) await site.get("/data/changes.jsonl");
  const sizes: number[] = [];
  const ids: number[] = [];
  for (let path: string | undefined = "/data/changes.jsonl"; path !== undefined;) {
    const { html, headers } = await site.get(path);
    const lines = html.trim().split("\n");
    sizes.push(lines.length);
    ids.push(...lines.map((line) => JSON.parse(line).id));
    const etag = headers.get("ETag")!;
    expect((await site.get(path, { "If-None-Match": etag })).status).toBe(304);
    const next = /^<(.+)>; rel="next"$/u.exec(headers.get("Link") ?? "")?.[1];
    expect([undefined, `${site.origin}/data/changes.jsonl?since=${ids.at(-1)}`]).toContain(next);
    path = next?.slice(site.origin.length);
  }
  const take = vi.spyOn(site.services.readLimits, "take");
  await addPerfume(site.db, "Guerlain", "Habit Rouge");
  for (let n = 0; n < 2; n++) await site.get("/data/changes.jsonl");
  // Each asks once; the first, for which a page is made, costs as much as 25 answers of the API.
  expect(take.mock.calls.map(([, , cost]) => cost ?? 1)).toEqual([1, 25, 1]);
  expect(sizes).toEqual([5000, expect.any(Number)]);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  const ask = (encoding: string) =>
    site.bytes("/data/changes.jsonl", encoding ? { "Accept-Encoding": encoding } : {});
  const { body: plain } = await ask("");
  for (const [encoding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { headers, body } = await ask(encoding);
    expect([headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([
      encoding,
      "Accept-Encoding",
    ]);
    expect(unpack(body).equals(plain)).toBe(true);
    expect(body.length * 5).toBeLessThan(plain.length);
  }
});
