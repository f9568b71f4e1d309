import type { Numbers } from "#app/i18n/number-format.ts";

interface Like {
  nombre: string;
  porcentaje: number | null;
  price?: string | null | undefined;
}

export interface Likeness {
  text: "search.resembles" | "search.bestDupe";
  /** "Angels’ Share 75 % · 24,90 €", without what is unknown (RULES.md 1.6); no line ends beside the dot */
  like: string;
}

/** A look-alike's original, otherwise a bottle's best dupe. */
export function likenessOf(
  original: Like | undefined,
  bestDupe: Like | null,
  { percent }: Numbers,
): Likeness | null {
  const like = original ?? bestDupe;
  if (!like) return null;
  const { nombre, porcentaje, price } = like;
  const named = porcentaje === null ? nombre : `${nombre} ${percent(porcentaje)}`;
  return {
    text: original ? "search.resembles" : "search.bestDupe",
    like: price ? `${named}\u00a0·\u00a0${price}` : named,
  };
}
