import { factColumns, type Facts } from "#app/domain/catalog/facts.ts";
import type { Language } from "#app/i18n/languages.ts";
import { concentrationIn, familyIn, noteIn } from "#app/i18n/fact-words.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";

/** What is in a bottle, in the words of a language; absent where unknown. */
export interface FactsInWords {
  concentracion?: string;
  anio?: string;
  genero?: string;
  familia?: string;
  notas?: string[];
}

/** characters that fit a phone's line */
const maxLine = 46;

export function factsInWords(language: Language, facts: Facts): FactsInWords {
  const { concentracion, anio, genero, familia, notas } = facts;
  const { t } = translatorIn(language);
  return {
    ...(concentracion && { concentracion: concentrationIn(language, concentracion) }),
    ...(anio && { anio: String(anio) }),
    ...(genero && { genero: t(`pages:facts.genders.${genero}`) }),
    ...(familia && { familia: familyIn(language, familia) }),
    ...(notas && { notas: notas.map((note) => noteIn(language, note)) }),
  };
}

/** What a line has room for: the first notes, or else the family. */
function inOneLine({ concentracion, anio, familia, notas = [] }: FactsInWords): FactsInWords {
  const of = (count: number): FactsInWords => ({
    ...(concentracion && { concentracion }),
    ...(anio && { anio }),
    ...(count > 0 ? { notas: notas.slice(0, count) } : familia && { familia }),
  });
  let count = notas.length;
  while (count > 1 && lineOf(of(count)).length > maxLine) count--;
  return of(count);
}

/** "Eau de parfum · 2015 · saffron, jasmine, amber"; "" if nothing is known */
export function lineOf({ concentracion, anio, familia, notas }: FactsInWords): string {
  const parts = [concentracion, anio, familia && isolated(familia), notas && listOf(notas)];
  return parts.filter(Boolean).join(" · ");
}

export function presentFacts(language: Language, facts: Facts) {
  const known = factsInWords(language, facts);
  const { t } = translatorIn(language);
  const list = factColumns.flatMap((name): [string, string][] => {
    const value = known[name];
    if (value === undefined) return [];
    return [[t(`pages:facts.${name}`), Array.isArray(value) ? listOf(value) : isolated(value)]];
  });
  return { known, line: lineOf(inOneLine(known)), list };
}

export const listOf = (notes: string[]) => notes.map(isolated).join(", ");

/** Words written from right to left do not change the order around them. */
const isolated = (text: string) =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/u.test(text) ? `\u2068${text}\u2069` : text;
