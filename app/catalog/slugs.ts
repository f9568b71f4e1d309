import { slugify } from "#db/text.ts";
import { parseId } from "./ids.ts";

/** The words of a perfume's address: brand-name-id (spec.md §2). */
export function perfumeSlug(perfume: { id: number; marca: string; nombre: string }): string {
  return [slugify(perfume.marca), slugify(perfume.nombre), perfume.id].filter(Boolean).join("-");
}

/** The address of a perfume's page without a language. */
export function perfumePath(perfume: { id: number; marca: string; nombre: string }): string {
  return `/perfume/${perfumeSlug(perfume)}`;
}

/** The one slug of the brands whose names make none. */
const slugless = "-";

/** The address of a brand's page without a language. @param slug its perfumes' `marca_slug` */
export function brandPath(slug: string): string {
  return `/brand/${slug || slugless}`;
}

/** @returns the `marca_slug` that a brand's address names */
export function brandSlugOf(slug: string): string {
  return slug === slugless ? "" : slug;
}

/** @returns the id in a slug's trailing digits (spec.md §2), or null when the slug is not one. */
export function perfumeIdOf(slug: string): number | null {
  const hyphen = slug.lastIndexOf("-");
  return hyphen === 0 ? null : parseId(slug.slice(hyphen + 1));
}
