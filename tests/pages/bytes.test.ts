import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  clientFolder,
  type FullSite,
  heaviest,
  openFullSite,
  pageLimits,
  scriptBytes,
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
  "%s keeps its limit of brotli bytes in every language",
  async (_, pathOf, limit) => {
    expect(await heaviest(site, pathOf(site))).toBeLessThanOrEqual(limit);
  },
);

test("the style of a page is at most 5 KB brotli", async () => {
  const { perfume, reviews } = site;
  for (const path of ["", "?suggest=perfume", perfume, reviews, "/brands", "/privacy-policy"])
    expect(await styleBytes(site, `/es${path}`)).toBeLessThanOrEqual(styleLimit);
});

test("all that a page needs to hydrate is at most 140 KB brotli, translations included", async () => {
  for (const path of ["/de", `/de${site.perfume}`, "/de/contact"]) {
    const scripts = scriptsOf((await site.get(path)).html);
    expect(scripts.some((name) => name.startsWith("ui-"))).toBe(true);
    expect(await scriptBytes(site, path)).toBeLessThanOrEqual(scriptLimit);
  }
});

test("no schema library, database or server code travels to browsers", () => {
  for (const name of readdirSync(clientFolder)) {
    const script = readFileSync(new URL(name, clientFolder), "utf8");
    expect([
      name,
      /ZodError|kysely|better-sqlite3|selectFrom|["'`]node:|DATABASE_URL|LSSI/u.exec(script)?.[0],
    ]).toEqual([name, undefined]);
  }
});
