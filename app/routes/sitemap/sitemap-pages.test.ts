import { expect, test } from "vitest";
import { addBottles } from "#app/domain/catalog/bottles.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { chunks } from "#db/chunks.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { pagesOf, sitemapFiles } from "./sitemap-pages.ts";

test("a file has at most 10,000 addresses, and together they have each perfume once (RULES.md 11.13)", async () => {
  const db = await freshDatabase();
  const bottles = Array.from({ length: 10_001 }, (_, n) => ({ marca: "Zara", nombre: `No ${n}` }));
  for (const some of chunks(bottles)) await addBottles(db, some, "2026-01-01T00:00:00.000Z");
  const origin = "https://sosia.test";
  const files = [];
  const count = (await sitemapFiles(db, origin)).length / languageCodes.length;
  for (let file = 1; file <= count; file++)
    files.push((await pagesOf(db, file, "es", origin)).map(({ url }) => url));
  expect(files.map(({ length }) => length)).toEqual([10_000, expect.any(Number)]);
  const urls = files.flat();
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.filter((url) => url.includes("/perfume/"))).toHaveLength(10_001);
});
