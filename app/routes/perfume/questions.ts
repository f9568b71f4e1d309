import {
  bestOf,
  hasEnoughVotes,
  isConfirmed,
  votesOn,
  withoutDoubted,
} from "#app/domain/catalog/dupe-order.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import {
  lastingScore,
  noVerdicts,
  type VerdictCounts,
} from "#app/domain/reviews/verdict-questions.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { AnsweredQuestions } from "./question-list.tsx";
import { namesOf } from "./texts.ts";

/** Answers with the figures that the page shows (RULES.md 1.5, 1.6). */
export function answerQuestions(
  language: Language,
  { marca, nombre }: { marca: string; nombre: string },
  dupes: Relation[],
  originals: Relation[],
  verdicts: ReadonlyMap<number, VerdictCounts> = new Map(),
): AnsweredQuestions {
  const { t } = translatorIn(language);
  const { number } = formatIn(language);
  const alike = originals.filter(isConfirmed);
  const close = withoutDoubted(dupes);
  const count = close.length;
  const shown = t("perfume.dupes", { count, shown: number(count) });
  const list = [
    alike.length > 0 && {
      question: t("messages:faq.like", { nombre }),
      answer: t("messages:faq.likeText", {
        nombre,
        brand: marca,
        originals: namesOf(language, alike),
      }),
    },
    count > 0 && bestAnswer(language, nombre, close),
    lastingAnswer(language, nombre, dupes, originals, verdicts),
    (count > 0 || originals.length === 0) && {
      question: t("messages:faq.count", { nombre }),
      answer: t("messages:faq.countText", { count, shown }),
    },
    { question: t("messages:faq.words"), answer: t("messages:faq.wordsText") },
    dupes.some(hasEnoughVotes) && {
      question: t("messages:faq.method"),
      answer: t("messages:faq.methodText"),
    },
  ];
  return { title: t("messages:faq.title"), list: list.filter((one) => one !== false) };
}

/** On the longest-lasting of the dupes, or of the originals where there are none (RULES.md 5.10). */
function lastingAnswer(
  language: Language,
  nombre: string,
  dupes: Relation[],
  originals: Relation[],
  verdicts: ReadonlyMap<number, VerdictCounts>,
) {
  const { t } = translatorIn(language);
  const { number } = formatIn(language);
  const score = ({ id }: Relation) => lastingScore(verdicts.get(id) ?? noVerdicts) ?? -1;
  const [one] = withoutDoubted(dupes.length > 0 ? dupes : originals)
    .filter((relation) => score(relation) >= 0)
    .toSorted((a, b) => score(b) - score(a));
  if (!one) return false as const;
  const { less, same, more } = verdicts.get(one.id)!.lasting;
  const [dupe = "", original = ""] = dupes.length > 0 ? [one.nombre, nombre] : [nombre, one.nombre];
  const values = { n: number(same + more), of: number(less + same + more) };
  return {
    question: t("messages:faq.lasts", { dupe, original }),
    answer: t("messages:faq.lastsText", values),
  };
}

/** @param close in the order of RULES.md 1.7 */
function bestAnswer(language: Language, nombre: string, close: Relation[]) {
  const { t } = translatorIn(language);
  const { number, percent } = formatIn(language);
  const question = t("messages:faq.best", { nombre });
  const best = bestOf(close);
  if (!best)
    return {
      question,
      answer: t(close.some(votesOn) ? "messages:faq.bestNone" : "messages:faq.bestUnvoted"),
    };
  const count = votesOn(best);
  return {
    question,
    answer: t("messages:faq.bestVoted", {
      dupe: best.nombre,
      brand: best.marca,
      percent: percent(best.porcentaje),
      votes: t("perfume.votes", { count, shown: number(count) }),
    }),
  };
}
