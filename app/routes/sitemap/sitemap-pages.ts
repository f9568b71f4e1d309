import {
  letterOf,
  maxBrandsOnOnePage,
  pagesOf as pagesOfBrand,
} from "#app/domain/catalog/brands.ts";
import {
  countPerfumes,
  listBrandAddresses,
  listPerfumes,
} from "#app/domain/catalog/crawl-lists.ts";
import { countPairsToRead, listPairsToRead } from "#app/domain/pairs/worth-reading.ts";
import { createYieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import { brandPath, pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { type Language, languageCodes } from "#app/i18n/languages.ts";
import { textsUpdated } from "#app/i18n/page-text.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Entry } from "#app/seo/sitemap-xml.ts";
import type { Db } from "#db/database.ts";

interface Page {
  /** a path without language */
  path: string;
  changedAt: string | null;
}

/** The protocol allows 50,000; reading this many takes 10 ms. */
const perFile = 10_000;

const texts: Page[] = [
  ...["/", "/brands", "/about", "/data", "/blog", "/contact", "/notice"].map((path) => ({
    path,
    changedAt: null,
  })),
  ...["/legal-notice", "/privacy-policy", "/cookie-policy"].map((path) => ({
    path,
    changedAt: textsUpdated,
  })),
];

/** The sources form one long list, which is read in slices. */
async function sources(db: Db) {
  const perfumes = await countPerfumes(db);
  const few = [...texts, ...(await brandPages(db))];
  return [
    {
      count: few.length,
      read: async (offset: number, limit: number) => few.slice(offset, offset + limit),
    },
    {
      count: perfumes,
      read: async (offset: number, limit: number) =>
        (await listPerfumes(db, offset, limit)).map((perfume) => ({
          path: perfumePath(perfume),
          changedAt: perfume.changedAt,
        })),
    },
    {
      count: await countPairsToRead(db),
      read: async (offset: number, limit: number) =>
        (await listPairsToRead(db, offset, limit)).map(({ original, dupe, changedAt }) => ({
          path: pairPath(original, dupe),
          changedAt,
        })),
    },
  ];
}

async function brandPages(db: Db): Promise<Page[]> {
  const brands = await listBrandAddresses(db);
  const letters = brands.length > maxBrandsOnOnePage ? new Set(brands.map(letterOf)) : [];
  return [
    ...[...letters].map((letter) => ({ path: `/brands/${letter}`, changedAt: null })),
    ...brands.flatMap((brand) =>
      Array.from({ length: pagesOfBrand(brand) }, (_, at) => ({
        path: brandPath(brand.slug) + (at > 0 ? `?page=${at + 1}` : ""),
        changedAt: brand.changedAt,
      })),
    ),
  ];
}

async function stretch(db: Db, file: number): Promise<Page[]> {
  const pages: Page[] = [];
  let offset = (file - 1) * perFile;
  for (const { count, read } of await sources(db)) {
    const room = perFile - pages.length;
    if (room > 0 && offset < count) pages.push(...(await read(offset, room)));
    offset = Math.max(0, offset - count);
  }
  return pages;
}

export async function pagesOf(
  db: Db,
  file: number,
  language: Language,
  origin: string,
): Promise<Entry[]> {
  return (await stretch(db, file)).map(({ path, changedAt }) => ({
    url: origin + inLanguage(language, path),
    changedAt,
  }));
}

export async function sitemapFiles(db: Db, origin: string): Promise<Entry[]> {
  const total = (await sources(db)).reduce((sum, { count }) => sum + count, 0);
  const changes: (string | null)[] = [];
  const yieldToEventLoop = createYieldToEventLoop();
  for (let file = 1; file <= Math.ceil(total / perFile); file++) {
    const known = (await stretch(db, file)).flatMap(({ changedAt }) => changedAt ?? []);
    changes.push(known.reduce<string | null>((a, b) => (a && a > b ? a : b), null));
    await yieldToEventLoop();
  }
  return languageCodes.flatMap((code) =>
    changes.map((changedAt, at) => ({
      url: `${origin}/sitemap-${code}-${at + 1}.xml`,
      changedAt,
    })),
  );
}
