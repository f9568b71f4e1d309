import { hasEnoughVotes, mostSayYes } from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { estimateOf, wordsOn } from "./evidence.ts";

/** per cent; below most people say no */
const peopleDisagree = 40;

/** Whether the two smell alike, in one sentence that says how many think so (RULES.md 1.6). */
export function answerOf(language: Language, relation: Relation): string {
  const { t } = translatorIn(language);
  const { likes, dislikes, porcentaje, estimacion } = relation;
  const { sources_for, sources_against, catalogues } = relation;
  const { number, percent } = formatIn(language);
  const count = likes + dislikes;
  if (hasEnoughVotes(relation)) {
    const votes = t("perfume.votes", { count, shown: number(count) });
    const key = porcentaje >= mostSayYes ? "yes" : porcentaje >= peopleDisagree ? "split" : "no";
    return t(`pages:pair.${key}`, { percent: percent(porcentaje), votes });
  }
  const words = wordsOn(language, relation);
  if (words) return relation.few_voices ? `${words}.` : t("pages:pair.few", { words });
  if (sources_for > 0 && sources_against > 0)
    return t("pages:pair.sourcesBoth", { for: sources_for, against: sources_against });
  if (sources_against > 0) return t("pages:pair.sourcesAgainst", { count: sources_against });
  if (sources_for > 0) return t("pages:pair.sourcesFor", { count: sources_for });
  if (estimacion !== null)
    return t("pages:pair.estimated", { estimate: estimateOf(language, relation) });
  return t(catalogues > 0 ? "pages:pair.catalogued" : "pages:pair.unknown");
}
