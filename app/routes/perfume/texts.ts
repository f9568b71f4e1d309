import { knownSimilarity, type Relation } from "../../catalog/dupes.ts";
import { formatIn } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { message, type MessageKey } from "../../i18n/messages.server.ts";
import { titleSuffix } from "../../seo/head.tsx";

/** characters that search engines show, "· Sosia" included */
const maxTitle = 65;
const maxDescription = 160;
/** originals that a text names */
const maxNamed = 3;

type Key =
  Extract<MessageKey, `perfumePage.${string}`> extends `perfumePage.${infer Name}`
    ? Name extends `${infer Base}_${"one" | "many" | "other"}`
      ? Base
      : Name
    : never;

interface Shown {
  marca: string;
  nombre: string;
}

/**
 * Title, heading, introduction and description of a bottle's page. Each says only what is true of it: no community where
 * nobody voted, no figure where there is none (RULES.md 5.3).
 * @param dupes of it, in the order of the page @param originals what it is a dupe of
 */
export function perfumeTexts(
  language: Language,
  { marca, nombre }: Shown,
  dupes: Relation[],
  originals: Relation[],
) {
  const { number, percent } = formatIn(language);
  const best = dupes.find(hasVotes) ?? dupes[0];
  const similarity = best ? knownSimilarity(best) : null;
  const values = {
    marca,
    nombre,
    count: dupes.length,
    shown: number(dupes.length),
    original: originals[0]?.nombre,
    originals: namesOf(language, originals),
    percent: similarity === null ? "" : percent(similarity),
  };
  const say = (key: Key) => message(language, `perfumePage.${key}` as MessageKey, values as never);
  const [kind, basis, order = basis] = kindOf(dupes, originals);
  return {
    title: firstThatFits(titles[kind].map(say)),
    heading: say(kind === "dupe" ? "dupeHeading" : "dupesHeading"),
    intro: say(`intro${order}`),
    description: shorten(say(`description${basis}`)),
  };
}

/** Titles of each kind of page, the longest first. */
const titles = {
  dupes: ["dupesTitle", "dupesTitleShort", "dupesTitleShorter"],
  dupe: ["dupeTitle", "dupeTitleShort", "dupeTitleShorter"],
  plain: ["plainTitle", "plainTitleShort"],
} as const satisfies Record<string, readonly Key[]>;

const hasVotes = ({ likes, dislikes }: Relation) => likes + dislikes > 0;

/** @returns the kind of page, what its figure is made of, and what its order is made of where that is more */
function kindOf(dupes: Relation[], originals: Relation[]) {
  if (dupes.length === 0)
    return originals.length > 0 ? (["dupe", "Dupe"] as const) : (["plain", "None"] as const);
  const estimated = dupes.some((dupe) => !hasVotes(dupe) && dupe.estimacion !== null);
  if (!dupes.some(hasVotes)) return ["dupes", estimated ? "Estimated" : "Unknown"] as const;
  return estimated ? (["dupes", "Voted", "Mixed"] as const) : (["dupes", "Voted"] as const);
}

/** "Angels' Share, Aventus y Libre" */
export function namesOf(language: Language, originals: Shown[]): string {
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return list.format(originals.slice(0, maxNamed).map(({ nombre }) => nombre));
}

function firstThatFits(candidates: string[]): string {
  const most = maxTitle - titleSuffix.length;
  return candidates.find((text) => text.length <= most) ?? candidates.at(-1)!;
}

/** Very long names are cut at a word. */
function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  return `${text.slice(0, maxDescription - 1).replace(/\s+\S*$/u, "")}…`;
}
