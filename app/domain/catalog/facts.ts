import type { Selectable } from "kysely";
import { cleanLine, hasInvisible, isBlank } from "#app/i18n/clean-text.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Concentration, FactsColumns } from "#db/schema.ts";

export const concentrations = [
  "parfum",
  "edp",
  "edt",
  "edc",
  "extrait",
  "oil",
  "mist",
] as const satisfies Concentration[];

export const genders = ["women", "men", "unisex"] as const;

export const factColumns = ["concentracion", "anio", "genero", "familia", "notas"] as const;
export type FactColumn = (typeof factColumns)[number];
/** as stored */
export type StoredFacts = Selectable<FactsColumns>;

/** What is known to be in a bottle; what is unknown is absent. */
export interface Facts {
  concentracion?: Concentration;
  anio?: number;
  genero?: (typeof genders)[number];
  familia?: string;
  /** the most important first, by their English names if known */
  notas?: string[];
}

/** The facts among a row's columns; those that it lacks, or has as undefined, stay out. */
export const factsIn = (row: Partial<StoredFacts>): Partial<StoredFacts> =>
  Object.fromEntries(
    factColumns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])),
  );

export function changedFacts(known: StoredFacts, values: Partial<StoredFacts>) {
  const names = factColumns.filter(
    (name) => values[name] !== undefined && values[name] !== known[name],
  );
  const of = (row: Partial<StoredFacts>): Partial<StoredFacts> =>
    Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: of(known), after: of(values) };
}

const oldestYear = 1700;
export const maxFamilyLength = 60;
export const maxNotes = 8;
const maxNoteLength = 40;

export function factsOf(row: StoredFacts): Facts {
  const known = Object.entries(factsIn(row)).filter(([, value]) => value !== null);
  const { notas, ...facts } = Object.fromEntries(known) as Partial<StoredFacts>;
  return { ...(facts as Facts), ...(notas && { notas: notas.split("|") }) };
}

/** Reads what people type or a file has: null for an empty text, undefined for a wrong one. */
export const readFact: {
  [Column in FactColumn]: (text: string) => StoredFacts[Column] | undefined;
} = {
  concentracion: (text) => oneOf(concentrations, text),
  anio(text) {
    const year = text.trim();
    if (year === "") return null;
    const isYear =
      /^\d{4}$/u.test(year) && Number(year) >= oldestYear && Number(year) <= newestYear();
    return isYear ? Number(year) : undefined;
  },
  genero: (text) => oneOf(genders, text),
  familia: (text) => readLine(text, maxFamilyLength),
  /** Separated by commas or "|"; repeated ones are dropped. */
  notas(text) {
    const read = text.split(/[,|]/u).map((part) => readLine(part, maxNoteLength));
    if (read.includes(undefined)) return undefined;
    const all = Map.groupBy(
      read.filter((note) => note != null),
      canonical,
    );
    if (all.size > maxNotes) return undefined;
    return [...all.values()].map(([first]) => first).join("|") || null;
  },
};

/** As `readFact` reads them. */
export const typedFacts = (row: StoredFacts): Record<FactColumn, string> => ({
  concentracion: row.concentracion ?? "",
  anio: String(row.anio ?? ""),
  genero: row.genero ?? "",
  familia: row.familia ?? "",
  notas: row.notas?.replaceAll("|", ", ") ?? "",
});

/** Next year's launches are announced this year. */
export const newestYear = () => new Date().getUTCFullYear() + 1;

function oneOf<Word extends string>(words: readonly Word[], text: string) {
  const word = text.trim();
  return word === "" ? null : words.find((known) => known === word);
}

function readLine(text: string, maxLength: number) {
  // Refused before cleaning, which takes its time with a long text.
  if (hasInvisible(text) || text.length > 8 * maxLength) return undefined;
  const line = cleanLine(text);
  if (isBlank(line)) return null;
  return line.length <= maxLength ? line : undefined;
}
