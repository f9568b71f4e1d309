import { slugify } from "#app/i18n/text.ts";
import { parseId } from "./ids.ts";

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
}

/** brand-name-id, without words that have no ASCII form (RULES.md 1.4) */
export function perfumeSlug(perfume: Bottle): string {
  return [slugify(perfume.marca), slugify(perfume.nombre), perfume.id].filter(Boolean).join("-");
}

export function perfumePath(perfume: Bottle): string {
  return `/perfume/${perfumeSlug(perfume)}`;
}

/** Of a relation: the original's slug, then the look-alike's. */
export const pairPath = (original: Bottle, lookAlike: Bottle) =>
  `${perfumePath(original)}/${perfumeSlug(lookAlike)}`;

/** @param path in any language, perhaps with a query or fragment */
export const isPairPath = (path: string) => /^(?:\/\w\w)?\/perfume\/[^/?#]+\/[^/?#]/u.test(path);

/** Replaces an empty slug in addresses (RULES.md 1.13). */
const slugless = "-";

export function brandPath(slug: string): string {
  return `/brand/${slug || slugless}`;
}

export function brandSlugOf(slug: string): string {
  return slug === slugless ? "" : slug;
}

/** Perhaps of a brand's name as it was typed; forms write spaces as "+", old links accents in Latin-1: "lanc%F4me". */
export function brandSlugsMeant(typed: string): string[] {
  const latin1 = /%([\da-f]{2})/giu;
  const name = typed.replace(latin1, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [slugify(name), slugify(name.replaceAll("+", " "))].filter(Boolean);
}

/** The digits at the end (RULES.md 1.4) of the slug's own characters. */
export function perfumeIdOf(slug: string): number | null {
  const [own = ""] = slug.split(/[&;?#][\w.~-]+=/u, 1);
  const words = own.includes("-") ? own : own.replace(/[\s+]/gu, "-");
  const [digits = ""] =
    /(?<=^|[\p{L}\p{M}_-])(?<!%[a-f])\d+(?![\p{L}\p{M}\p{N}_-])/iu.exec(words) ?? [];
  return parseId(digits.replace(/^0+/u, ""));
}
