import {
  hasEnoughVotes,
  isSupported,
  isConfirmed,
  withoutDoubted,
} from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { titleSuffix } from "#app/ui/head.tsx";
import { answerOf } from "./answer-of.ts";

/** characters that search engines show, without "· Sosia" */
export const maxTitle = 65 - titleSuffix.length;
export const maxDescription = 160;
const maxNamed = 3;

interface Shown {
  marca: string;
  nombre: string;
}

/** Texts claim only what is known: no community without votes, no figure where there is none (RULES.md 1.6). */
export function perfumeTexts(
  language: Language,
  { marca, nombre }: Shown,
  allDupes: Relation[],
  allOriginals: Relation[],
  isPriced = false,
) {
  const dupes = withoutDoubted(allDupes);
  const originals = allOriginals.filter(isConfirmed);
  const { number, percent } = formatIn(language);
  const { t } = translatorIn(language);
  const kind = kindOf(dupes, originals, allOriginals);
  const figures = dupes.filter(hasEnoughVotes).map(({ porcentaje }) => porcentaje);
  const doubts = allDupes.length - dupes.length;
  const values = {
    marca,
    nombre,
    count: dupes.length,
    shown: number(dupes.length),
    original: originals[0]?.nombre,
    originals: namesOf(language, originals),
    percent: percent(Math.max(0, ...figures)),
  };
  const say = (key: Key) => t(`messages:${key}`, values);
  const keys = pages[kind];
  const [first] = allOriginals;
  const asked = first && askedOf(language, nombre, first);
  const isLookAlike = kind === "dupe" || kind === "unconfirmed";
  const heading =
    isLookAlike && asked && allOriginals.length === 1 ? asked.question : say(keys.heading);
  const intro =
    isLookAlike && asked
      ? [...(allOriginals.length > 1 ? [asked.question] : []), asked.answer].join(" ")
      : say(keys.intro);
  const descriptions =
    kind === "unconfirmed" ? [`${asked!.question} ${asked!.answer}`] : keys.descriptions.map(say);
  return {
    title: firstThatFits(keys.titles.map(say), maxTitle),
    heading:
      dupes.length > 0 && doubts > 0
        ? t("messages:perfumePage.doubted", { heading, count: doubts, shown: number(doubts) })
        : heading,
    intro,
    description: withSaving(
      firstThatFits(descriptions, maxDescription),
      dupes.length === 0 || isPriced ? "" : ` ${say("perfumePage.saving")}`,
    ),
  };
}

const askedOf = (language: Language, dupe: string, original: Relation) => ({
  question: translatorIn(language).t("pages:pair.heading", { dupe, original: original.nombre }),
  answer: answerOf(language, original),
});

const ofDupes = {
  titles: [
    "perfumePage.dupesTitle",
    "perfumePage.dupesTitleShort",
    "perfumePage.dupesTitleShorter",
  ],
  heading: "perfumePage.dupesHeading",
} as const;

const pages = {
  voted: {
    ...ofDupes,
    intro: "perfumePage.introVoted",
    descriptions: ["perfumePage.descriptionVoted"],
  },
  sourced: {
    ...ofDupes,
    intro: "perfumePage.introSourced",
    descriptions: ["perfumePage.descriptionSourced"],
  },
  unknown: {
    ...ofDupes,
    intro: "perfumePage.introUnknown",
    descriptions: ["perfumePage.descriptionUnknown"],
  },
  dupe: {
    titles: [
      "perfumePage.dupeTitle",
      "perfumePage.dupeTitleShort",
      "perfumePage.dupeTitleShorter",
      "perfumePage.dupeTitleShortest",
    ],
    heading: "perfumePage.dupeHeading",
    intro: "perfumePage.introNone",
    descriptions: ["perfumePage.descriptionDupe", "perfumePage.descriptionDupeShort"],
  },
  unconfirmed: {
    titles: ["perfumePage.dupeTitleShorter", "perfumePage.dupeTitleShortest"],
    heading: "perfumePage.dupeHeading",
    intro: "perfumePage.introNone",
    descriptions: [],
  },
  plain: {
    titles: ["perfumePage.plainTitle", "perfumePage.plainTitleShort"],
    heading: "perfumePage.plainTitleShort",
    intro: "perfumePage.introNone",
    descriptions: ["perfumePage.descriptionNone"],
  },
} as const;

type Page = (typeof pages)[keyof typeof pages];
type Key =
  | Page["titles" | "descriptions"][number]
  | Page["heading" | "intro"]
  | "perfumePage.saving";

function kindOf(
  dupes: Relation[],
  originals: Relation[],
  allOriginals: Relation[],
): keyof typeof pages {
  if (dupes.length === 0 && allOriginals.length > 0)
    return originals.length > 0 ? "dupe" : "unconfirmed";
  if (dupes.length === 0) return "plain";
  if (dupes.some(hasEnoughVotes)) return "voted";
  return dupes.some(isSupported) ? "sourced" : "unknown";
}

/** "Angels' Share, Aventus y Libre" */
export function namesOf(language: Language, originals: Shown[]): string {
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return list.format(originals.slice(0, maxNamed).map(({ nombre }) => nombre));
}

export function firstThatFits(candidates: string[], most: number): string {
  return candidates.find((text) => text.length <= most) ?? candidates.at(-1)!;
}

const withSaving = (text: string, saving: string) =>
  shorten(text, maxDescription - saving.length) + saving;

export function shorten(text: string, most = maxDescription): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/\s+\S*$/u, "")}…`;
}
