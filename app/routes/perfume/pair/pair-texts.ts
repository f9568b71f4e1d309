import { hasEnoughVotes } from "#app/domain/catalog/dupe-order.ts";
import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { pageTranslations } from "#app/i18n/page-text.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { estimateOf, wordsOn } from "../present-relations.ts";
import { firstThatFits, maxTitle, shorten } from "../texts.ts";

/** per cent from which on most people say yes, or at least disagree */
const mostSayYes = 60;
const peopleDisagree = 40;

/** @param relation names the look-alike */
export function pairTexts(
  language: Language,
  { nombre: original }: { nombre: string },
  relation: Relation,
) {
  const say = pageTranslations(language, "pair");
  const names = { dupe: relation.nombre, original };
  const answer = answerOf(language, relation);
  const titles = (["title", "titleShort", "titleShorter"] as const).map((key) => say(key, names));
  return {
    heading: say("heading", names),
    title: firstThatFits(titles, maxTitle),
    description: shorten(say("description", { ...names, answer })),
    answer,
    back: say("back", names),
    side: say("side"),
    verdicts: say("verdicts"),
    give: say("give"),
    edit: say("edit"),
    sources: say("sources"),
    reviews: say("reviews"),
    otherDupes: say("otherDupes", names),
    otherOriginals: say("otherOriginals", names),
  };
}

/** Whether the two smell alike, in one sentence that says how many think so (RULES.md 1.6). */
function answerOf(language: Language, relation: Relation): string {
  const say = pageTranslations(language, "pair");
  const { likes, dislikes, porcentaje, estimacion } = relation;
  const { sources_for, sources_against } = relation;
  const { number, percent } = formatIn(language);
  const count = likes + dislikes;
  if (hasEnoughVotes(relation) || (count > 0 && estimacion !== null)) {
    const votes = translatorIn(language).t("perfume.votes", { count, shown: number(count) });
    const key = porcentaje >= mostSayYes ? "yes" : porcentaje >= peopleDisagree ? "split" : "no";
    return say(key, { percent: percent(porcentaje), votes });
  }
  const words = count > 0 && wordsOn(language, relation, knownSimilarity(relation));
  if (words) return say("few", { words });
  if (sources_for > 0 && sources_against > 0)
    return say("sourcesBoth", { for: sources_for, against: sources_against });
  if (sources_against > 0) return say("sourcesAgainst", { count: sources_against });
  if (sources_for > 0) return say("sourcesFor", { count: sources_for });
  return estimacion === null
    ? say("unknown")
    : say("estimated", { estimate: estimateOf(language, relation) });
}
