import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  allScriptsLimit,
  clientFolder,
  type FullSite,
  heaviest,
  openFullSite,
  pageLimits,
  scriptBytes,
  scriptedPaths,
  scriptLimit,
  scriptsOf,
  styleBytes,
  styleLimit,
} from "../support/bytes.ts";

let site: FullSite;

beforeAll(async () => {
  site = await openFullSite();
});

afterAll(() => site.close());

test.each(pageLimits)(
  "%s stays within its brotli limit in every language",
  async (_, pathOf, limit, status) => {
    expect(await heaviest(site, pathOf(site), status)).toBeLessThanOrEqual(limit);
  },
);

test("a page's styles are at most 5 KB in brotli", async () => {
  const { perfume, reviews } = site;
  for (const path of ["", "?suggest=perfume", perfume, reviews, "/brands", "/privacy-policy"]) {
    const size = await styleBytes(site, `/es${path}`);
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(styleLimit);
  }
});

test("everything a page needs to hydrate is at most 116 KB in brotli, translations included, and nothing of a form before it is open", async () => {
  for (const path of ["/de", `/de${site.perfume}`]) {
    const scripts = scriptsOf((await site.get(path)).html);
    expect(scripts.some((name) => name.startsWith("texts-"))).toBe(true);
    expect(scripts.filter((name) => /^(panels|submit|suggest)/u.test(name))).toEqual([]);
    expect(await scriptBytes(site, path)).toBeLessThanOrEqual(scriptLimit);
  }
});

test("hydrating every kind of page loads at most 150 KB of scripts in brotli", async () => {
  const paths = scriptedPaths(site);
  const one = await scriptBytes(site, paths[0]!);
  const all = await scriptBytes(site, ...paths);
  expect(all).toBeGreaterThan(one);
  expect(all).toBeLessThanOrEqual(allScriptsLimit);
});

test("browser scripts contain no schema library, database or server code", () => {
  const names = readdirSync(clientFolder);
  expect(names).toContainEqual(expect.stringMatching(/^entry\.client-.*\.js$/));
  for (const name of names) {
    const script = readFileSync(new URL(name, clientFolder), "utf8");
    expect([
      name,
      /ZodError|kysely|better-sqlite3|selectFrom|["'`]node:|DATABASE_URL|LSSI/u.exec(script)?.[0],
    ]).toEqual([name, undefined]);
  }
});
