import type { Format } from "#app/i18n/format.ts";

interface Like {
  nombre: string;
  /** null where there is no figure */
  porcentaje: number | null;
}

export interface Likeness {
  text: "search.resembles" | "search.bestDupe";
  /** "Angels’ Share 75 %", or only the name where there is no figure (RULES.md 1.6) */
  like: string;
}

/** Of a look-alike its original, else its best dupe. */
export function likenessOf(
  original: Like | undefined,
  bestDupe: Like | null,
  format: Format,
): Likeness | null {
  const like = original ?? bestDupe;
  if (!like) return null;
  const { nombre, porcentaje } = like;
  return {
    text: original ? "search.resembles" : "search.bestDupe",
    like: porcentaje === null ? nombre : `${nombre} ${format.percent(porcentaje)}`,
  };
}
