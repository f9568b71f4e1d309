import { slugify } from "#app/i18n/text.ts";
import { parseId } from "./ids.ts";

/** @returns brand-name-id, without words that have no ASCII form (RULES.md 2.2) */
export function perfumeSlug(perfume: { id: number; marca: string; nombre: string }): string {
  return [slugify(perfume.marca), slugify(perfume.nombre), perfume.id].filter(Boolean).join("-");
}

/** @returns the path of a perfume's page, without a language */
export function perfumePath(perfume: { id: number; marca: string; nombre: string }): string {
  return `/perfume/${perfumeSlug(perfume)}`;
}

/** Stands for the empty slug in addresses (RULES.md 2.1). */
const slugless = "-";

/** @param slug the brand's `marca_slug` @returns the path of its page, without a language */
export function brandPath(slug: string): string {
  return `/brand/${slug || slugless}`;
}

/** @returns the `marca_slug` of a slug in an address */
export function brandSlugOf(slug: string): string {
  return slug === slugless ? "" : slug;
}

/** @returns the digits at the end of a perfume's slug, whatever stands before them (RULES.md 2.2), as an id; null when they are none */
export function perfumeIdOf(slug: string): number | null {
  // The first digit is the only one from which the engine tries, so that the time does not grow with the square of the length.
  const [digits = ""] = /(?<!\d)\d+$/u.exec(slug) ?? [];
  return parseId(digits.replace(/^0+/u, ""));
}
