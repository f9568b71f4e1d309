import type { Db } from "#db/database.ts";
import type { Compare } from "#app/i18n/collation.ts";
import { doubted } from "./dupe-order.ts";
import { type PerfumeCard, perfumeCards } from "./perfumes.ts";

/** Brands with the same slug share a page under the name of their best-known perfume's brand. */
export interface Brand {
  slug: string;
  /** null for brands without an ASCII letter or digit */
  name: string | null;
  perfumes: number;
}

export const perfumesPerPage = 48;

/** With more brands, `/brands` links to letters instead (RULES.md 1.13). */
export const maxBrandsOnOnePage = 600;

const noLetter = "0-9";

export async function listBrands(db: Db): Promise<Brand[]> {
  const brands = await selectBrands(db).execute();
  return brands.map(toBrand);
}

export async function findBrand(db: Db, slug: string): Promise<Brand | undefined> {
  const brand = await selectBrands(db).where("marca_slug", "=", slug).executeTakeFirst();
  return brand && toBrand(brand);
}

function selectBrands(db: Db) {
  return db
    .selectFrom("perfumes")
    .groupBy("marca_slug")
    .select((row) => [
      "marca_slug as slug",
      row.fn.countAll<number>().as("perfumes"),
      row
        .selectFrom("perfumes as known")
        .whereRef("known.marca_slug", "=", "perfumes.marca_slug")
        .select("known.marca")
        .orderBy("known.popularidad", "desc")
        .orderBy("known.vistas", "desc")
        .orderBy("known.id")
        .limit(1)
        .as("name"),
    ]);
}

function toBrand({ slug, name, perfumes }: Brand): Brand {
  return { slug, name: slug === "" ? null : name, perfumes: Number(perfumes) };
}

export function letterOf({ slug }: { slug: string }): string {
  return /^[a-z]/u.exec(slug)?.[0] ?? noLetter;
}

export function signOf(letter: string): string {
  return letter === noLetter ? "#" : letter.toUpperCase();
}

export function compareLetters(a: string, b: string): number {
  if ((a === noLetter) !== (b === noLetter)) return a === noLetter ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}

export function pagesOf({ perfumes }: { perfumes: number }): number {
  return Math.ceil(perfumes / perfumesPerPage);
}

/** Of a brand's bottles those that are look-alikes, or that have any; one can be both. */
export const brandFilters = ["dupes", "originals"] as const;
export type BrandFilter = (typeof brandFilters)[number];

const sides = { dupes: "dupe_perfume_id", originals: "perfume_id" } as const;

interface BrandPerfumes {
  perfumes: PerfumeCard[];
  counts: Record<BrandFilter, number>;
}

const isRelated = ({ dupes, originals }: Record<BrandFilter, unknown>) =>
  Number(Boolean(dupes || originals));

/** The most popular first, then those whose dupes or originals are known, then by name. Pages start at 1; a page out of range is empty. */
export async function listBrandPerfumes(
  db: Db,
  slug: string,
  page: number,
  compare: Compare,
  filter?: BrandFilter,
): Promise<BrandPerfumes> {
  const all = await db
    .selectFrom("perfumes")
    .select(["id", "nombre", "popularidad", "vistas"])
    .select((row) =>
      brandFilters.map((kind) =>
        row
          .exists(
            row
              .selectFrom("dupes")
              .select("dupes.id")
              .whereRef(sides[kind], "=", "perfumes.id")
              .where(({ not }) => not(doubted())),
          )
          .as(kind),
      ),
    )
    .where("marca_slug", "=", slug)
    .execute();
  // This month's views would move bottles between pages while somebody pages through them.
  all.sort(
    (a, b) =>
      b.popularidad - a.popularidad ||
      b.vistas - a.vistas ||
      isRelated(b) - isRelated(a) ||
      compare(a.nombre, b.nombre) ||
      a.id - b.id,
  );
  const having = (kind: BrandFilter) => all.filter((bottle) => bottle[kind]);
  const chosen = filter ? having(filter) : all;
  const shown = chosen.slice((page - 1) * perfumesPerPage, page * perfumesPerPage);
  return {
    perfumes: await perfumeCards(
      db,
      shown.map(({ id }) => id),
    ),
    counts: { dupes: having("dupes").length, originals: having("originals").length },
  };
}
