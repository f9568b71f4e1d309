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
  const texts = t("pages:pair", { returnObjects: true, ...names });
  const titles = [texts.title, texts.titleShort, texts.titleShorter];
  return {
    ...texts,
    title: firstThatFits(titles, maxTitle),
    description: shorten(t("pages:pair.description", { ...names, answer })),
    answer,
  };
}
