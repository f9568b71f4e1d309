import type { BottleName } from "#app/domain/catalog/bottles.ts";
import type { NamedThing } from "./list-log.ts";
import { decimalAmount } from "#app/domain/prices/amounts.ts";

/** One value of a change; the page formats it in its language. */
export type Value =
  | { kind: "text" | "link"; text: string }
  /** facts by their English names; notes are joined by ", " */
  | { kind: "family" | "notes"; text: string }
  /** e.g. "accepted", "yes": a key of the texts */
  | { kind: "word" | "role"; word: string }
  | { kind: "number" | "percent" | "millilitres"; value: number }
  /** decimal with a point, and ISO 4217 */
  | { kind: "money"; amount: string; currency: string }
  | { kind: "moment"; at: string }
  | { kind: "day"; day: string }
  | { kind: "perfume" | "dupe"; id: number; named: NamedThing | null }
  | { kind: "subject"; of: string; id: string };

interface Beside {
  values: Record<string, unknown>;
  perfumes: ReadonlyMap<number, NamedThing>;
  dupes: ReadonlyMap<number, NamedThing>;
}

type Read = (value: unknown, beside: Beside) => Value | null;

const textAs =
  (kind: "text" | "link" | "family"): Read =>
  (value) =>
    typeof value === "string" ? { kind, text: value } : null;
const text = textAs("text");
const link = textAs("link");
const links: Read = (value, beside) => {
  const all = [value].flat();
  return all.length === 1 ? link(all[0], beside) : text(all.join(" "), beside);
};
const word: Read = (value) => ({ kind: "word", word: String(value) });
const role: Read = (value) => ({ kind: "role", word: String(value) });
const of =
  (kind: "number" | "percent" | "millilitres"): Read =>
  (value) =>
    typeof value === "number" ? { kind, value } : null;
const perfume: Read = (value, { perfumes }) =>
  typeof value === "number"
    ? { kind: "perfume", id: value, named: perfumes.get(value) ?? null }
    : null;

/** Every field that decisions write (RULES.md 10.27), with its key in the texts; null for fields that are not shown, or as part of another. */
export const logFields: Record<string, Read | null> = {
  state: word,
  decision: word,
  kind: word,
  stance: word,
  madeBottle: word,
  madeDupe: word,
  suspended: word,
  role,
  marca: text,
  nombre: text,
  alias: text,
  shop: text,
  enlace: link,
  foto: link,
  estimacion_url: link,
  url: links,
  title: text,
  author: text,
  said_on: (value) => (typeof value === "string" ? { kind: "day", day: value } : null),
  bottle: perfume,
  original: perfume,
  into: (value, beside) => {
    const id = Number(value);
    const { name } = beside.values as { name?: BottleName };
    const named = beside.perfumes.get(id) ?? (name ? { ...name, perfumeId: null } : null);
    return { kind: "perfume", id, named };
  },
  name: null,
  dupe: (value, { dupes }) =>
    typeof value === "number" ? { kind: "dupe", id: value, named: dupes.get(value) ?? null } : null,
  along: (value) => {
    const [kind = "", id = ""] = String(value).split(":");
    return { kind: "subject", of: kind, id };
  },
  amount: (value, { values: { currency } }) =>
    typeof value === "number" && typeof currency === "string"
      ? { kind: "money", amount: decimalAmount(value, currency), currency }
      : null,
  currency: null,
  // For the undo of a refusal.
  official: null,
  size: of("millilitres"),
  estimacion: of("percent"),
  popularidad: of("number"),
  concentracion: word,
  anio: (value) => (typeof value === "number" ? { kind: "text", text: String(value) } : null),
  genero: word,
  familia: textAs("family"),
  notas: (value) =>
    typeof value === "string" ? { kind: "notes", text: value.replaceAll("|", ", ") } : null,
  count: of("number"),
  dupes: of("number"),
  originals: of("number"),
  votes: of("number"),
  verdicts: of("number"),
  blindTests: of("number"),
  reviews: of("number"),
  prices: of("number"),
  until: (value) => (typeof value === "string" ? { kind: "moment", at: value } : null),
};

const maxShown = 300;

export function valueOf(
  field: string,
  beside: Beside,
  read: (text: string) => string,
): Value | null {
  const value = beside.values[field];
  if (field === "until" && value === null && beside.values.suspended === true)
    return { kind: "word", word: "forGood" };
  if (value === null || value === undefined) return null;
  const known = Object.hasOwn(logFields, field) ? logFields[field] : undefined;
  if (known === null) return null;
  const told = known?.(value, beside) ?? {
    kind: "text" as const,
    text: typeof value === "string" ? value : JSON.stringify(value),
  };
  return "text" in told ? { ...told, text: read(shortened(told.text)) } : told;
}

const shortened = (said: string) =>
  said.length > maxShown ? `${said.slice(0, maxShown).toWellFormed()}…` : said;
