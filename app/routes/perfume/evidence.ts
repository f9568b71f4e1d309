import { hasEnoughVotes, votesOn } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { hostOf } from "#app/domain/catalog/source-urls.ts";
import type { Supporters } from "#app/domain/catalog/sources.ts";
import { compareNotes } from "#app/domain/pairs/pairs.ts";
import type { Sort } from "#app/domain/prices/arrange.ts";
import type { VerdictCounts } from "#app/domain/reviews/verdict-questions.ts";
import { noteIn } from "#app/i18n/fact-words.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { listOf } from "./facts-in-words.ts";
import { saidInVerdicts, saidOnLasting } from "./verdicts/verdict-words.ts";

/** The strongest there is: verdicts, sources, an estimate, shops' catalogues (RULES.md 1.6). */
export function evidenceOf(
  language: Language,
  one: Relation,
  counts: VerdictCounts | undefined,
  supporters: Supporters = {},
  sort: Sort | null,
): string | undefined {
  const phrase =
    counts &&
    ((sort === "lasting" && saidOnLasting(language, counts)) || saidInVerdicts(language, counts));
  const { estimacion, catalogues: count } = one;
  const said =
    phrase ??
    sourcesOn(language, one, supporters) ??
    (estimacion === null ? undefined : estimateOf(language, one)) ??
    (count > 0 ? translatorIn(language).t("messages:sources.catalogues", { count }) : undefined);
  return said && said[0]!.toLocaleUpperCase(language) + said.slice(1);
}

const maxNotes = 3;

export function notesOfBoth(
  language: Language,
  { notas }: Relation,
  ofPage: Pick<Relation, "notas">,
): string | undefined {
  if (notas === null || ofPage.notas === null) return undefined;
  const { shared } = compareNotes(ofPage.notas.split("|"), notas.split("|"));
  if (shared.length === 0) return undefined;
  const notes = listOf(shared.slice(0, maxNotes).map((note) => noteIn(language, note)));
  return translatorIn(language).t("messages:dupeCard.both", { notes });
}

/** "2 reviews and an article say so", "2 for, 1 against" */
function sourcesOn(
  language: Language,
  { sources_for, sources_against }: Relation,
  supporters: Supporters,
): string | undefined {
  const { t } = translatorIn(language);
  if (sources_against > 0)
    return sources_for > 0
      ? t("messages:dupeCard.sourcesBoth", { for: sources_for, against: sources_against })
      : t("messages:dupeCard.sourcesAgainst", { count: sources_against });
  const kinds = speaking.flatMap((kind) =>
    supporters[kind] ? t(`messages:dupeCard.kinds.${kind}`, { count: supporters[kind] }) : [],
  );
  if (kinds.length === 0) return undefined;
  const sources = new Intl.ListFormat(language, { type: "conjunction" }).format(kinds);
  return t("messages:dupeCard.sayso", { count: sources_for, sources });
}

const speaking = ["review", "article", "discussion", "maker"] as const;

/** "estimate by parfumo.com: 92 %" (RULES.md 1.6) */
export function estimateOf(language: Language, { estimacion, estimacion_url }: Relation): string {
  const percent = formatIn(language).percent(estimacion!);
  return estimacion_url === null
    ? translatorIn(language).t("messages:dupeCard.estimate", { percent })
    : translatorIn(language).t("messages:dupeCard.estimateBy", {
        percent,
        host: hostOf(estimacion_url),
      });
}

/** "1 of 2 say it smells alike", where there are votes but no figure (RULES.md 1.6). */
export function wordsOn(language: Language, one: Relation) {
  const votes = votesOn(one);
  if (votes === 0 || hasEnoughVotes(one)) return undefined;
  const { t } = translatorIn(language);
  // Three votes and more, which are not of three distinct voices, are no figure either.
  return one.few_voices
    ? t("messages:dupeCard.fewVotes")
    : t("messages:dupeCard.say", { count: one.likes, votes });
}
