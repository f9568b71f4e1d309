import type { Relation } from "#app/domain/catalog/relations.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { answerOf } from "../answer-of.ts";
import { firstThatFits, maxTitle, shorten } from "../texts.ts";

export function pairTexts(
  language: Language,
  { nombre: original }: { nombre: string },
  relation: Relation,
) {
  const { t } = translatorIn(language);
  const names = { dupe: relation.nombre, original };
  const answer = answerOf(language, relation);
  const titles = (["title", "titleShort", "titleShorter"] as const).map((key) =>
    t(`pages:pair.${key}`, names),
  );
  return {
    heading: t("pages:pair.heading", names),
    title: firstThatFits(titles, maxTitle),
    description: shorten(t("pages:pair.description", { ...names, answer })),
    answer,
    back: t("pages:pair.back", names),
    up: t("pages:pair.up", names),
    down: t("pages:pair.down", names),
    side: t("pages:pair.side"),
    verdicts: t("pages:pair.verdicts"),
    give: t("pages:pair.give"),
    edit: t("pages:pair.edit"),
    sources: t("pages:pair.sources"),
    reviews: t("pages:pair.reviews"),
    otherDupes: t("pages:pair.otherDupes", names),
    otherOriginals: t("pages:pair.otherOriginals", names),
  };
}
