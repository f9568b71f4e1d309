import type { Db } from "#db/connect.ts";
import type { Compare } from "../i18n/collation.ts";
import { type PerfumeCard, perfumeCards } from "./perfumes.ts";

/** A brand, or several whose names make the same address: they share a page under the name of their best-known perfume's. */
export interface Brand {
  slug: string;
  /** null for the brands whose names make no address: they have no letter or digit of ours */
  name: string | null;
  /** how many it has */
  perfumes: number;
}

/** How many perfumes a page of a brand shows. */
export const perfumesPerPage = 48;

/** Up to so many brands, one page of links stays light enough for a phone. */
export const maxBrandsOnOnePage = 600;

/** Stands for the first letter where there is none, in addresses. */
const noLetter = "0-9";

/** @returns every brand, in no particular order. */
export async function listBrands(db: Db): Promise<Brand[]> {
  const brands = await selectBrands(db).execute();
  return brands.map(present);
}

/** @returns the brand with this address, or undefined when the catalogue has none of its perfumes. */
export async function findBrand(db: Db, slug: string): Promise<Brand | undefined> {
  const brand = await selectBrands(db).where("marca_slug", "=", slug).executeTakeFirst();
  return brand && present(brand);
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

function present({ slug, name, perfumes }: Brand): Brand {
  return { slug, name: slug === "" ? null : name, perfumes: Number(perfumes) };
}

/** The letter that a brand stands under in every language: that of its address, "a" to "z", else "0-9". */
export function letterOf({ slug }: { slug: string }): string {
  return /^[a-z]/u.exec(slug)?.[0] ?? noLetter;
}

/** How a letter is written: "A" to "Z", else "#". */
export function signOf(letter: string): string {
  return letter === noLetter ? "#" : letter.toUpperCase();
}

/** A to Z, and then what begins with no letter. */
export function compareLetters(a: string, b: string): number {
  if ((a === noLetter) !== (b === noLetter)) return a === noLetter ? 1 : -1;
  return a < b ? -1 : Number(a > b);
}

/** How many pages a brand's perfumes fill. */
export function pagesOf({ perfumes }: { perfumes: number }): number {
  return Math.ceil(perfumes / perfumesPerPage);
}

/**
 * A page of a brand's perfumes by name.
 * @param page from 1; one that is out of range is empty
 * @param compare the order of names in the reader's language
 */
export async function listBrandPerfumes(
  db: Db,
  slug: string,
  page: number,
  compare: Compare,
): Promise<PerfumeCard[]> {
  const all = await db
    .selectFrom("perfumes")
    .select(["id", "nombre"])
    .where("marca_slug", "=", slug)
    .execute();
  all.sort((a, b) => compare(a.nombre, b.nombre) || a.id - b.id);
  const shown = all.slice((page - 1) * perfumesPerPage, page * perfumesPerPage);
  return perfumeCards(
    db,
    shown.map(({ id }) => id),
  );
}
