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

/** @returns the id in a slug's trailing digits, or null when there is none. */
export function perfumeIdOf(slug: string): number | null {
  return parseId(slug.slice(slug.lastIndexOf("-") + 1));
}
