import { hasEnoughVotes, isSupported, withoutDoubted } from "#app/domain/catalog/dupe-order.ts";
import { knownSimilarity, type Relation } from "#app/domain/catalog/relations.ts";
import {
  lastingScore,
  noVerdicts,
  type VerdictCounts,
} from "#app/domain/reviews/verdict-questions.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { message } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { AnsweredQuestions } from "./question-list.tsx";
import { defaultEstimate, weight } from "#app/domain/catalog/similarity.ts";
import { estimateOf, sourcesOn } from "./present-relations.ts";
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
  const { number, percent } = formatIn(language);
  const say = (key: string, values: object) =>
    t(`messages:${key}` as never, values as never) as unknown as string;

  const alike = withoutDoubted(originals);
  const close = withoutDoubted(dupes);
  const best = close.slice(0, 1).map((dupe) => {
    const votes = dupe.likes + dupe.dislikes;
    return {
      question: say("faq.best", { nombre }),
      answer: say(bestAnswer(dupe), {
        dupe: dupe.nombre,
        brand: dupe.marca,
        percent: percent(dupe.porcentaje),
        votes: t("perfume.votes", { count: votes, shown: number(votes) }),
        sources: sourcesOn(language, dupe),
        ...(dupe.estimacion !== null && { estimate: estimateOf(language, dupe) }),
      }),
    };
  });
  const like = alike.slice(0, 1).map(() => ({
    question: say("faq.like", { nombre }),
    answer: say("faq.likeText", { nombre, brand: marca, originals: namesOf(language, alike) }),
  }));
  const hasFigure = dupes.some((dupe) => knownSimilarity(dupe) !== null);
  const count = close.length;
  const shown = t("perfume.dupes", { count, shown: number(count) });
  return {
    title: say("faq.title", {}),
    list: [
      ...like,
      ...best,
      ...lastingAnswer(language, nombre, dupes, originals, verdicts),
      ...(count > 0 || originals.length === 0
        ? [
            {
              question: say("faq.count", { nombre }),
              answer: say("faq.countText", { count, shown }),
            },
          ]
        : []),
      { question: say("faq.words", {}), answer: say("faq.wordsText", {}) },
      ...(hasFigure
        ? [
            {
              question: say("faq.method", {}),
              answer: say("faq.methodText", { percent: percent(defaultEstimate), weight }),
            },
          ]
        : []),
    ],
  };
}

/** On the longest-lasting of the dupes, or of the originals where there are none (RULES.md 5.10). */
function lastingAnswer(
  language: Language,
  nombre: string,
  dupes: Relation[],
  originals: Relation[],
  verdicts: ReadonlyMap<number, VerdictCounts>,
) {
  const score = ({ id }: Relation) => lastingScore(verdicts.get(id) ?? noVerdicts) ?? -1;
  const [one] = withoutDoubted(dupes.length > 0 ? dupes : originals)
    .filter((relation) => score(relation) >= 0)
    .toSorted((a, b) => score(b) - score(a));
  if (!one) return [];
  const { less, same, more } = verdicts.get(one.id)!.lasting;
  const [dupe = "", original = ""] = dupes.length > 0 ? [one.nombre, nombre] : [nombre, one.nombre];
  const { number } = formatIn(language);
  const values = { n: number(same + more), of: number(less + same + more) };
  return [
    {
      question: message(language, "faq.lasts", { dupe, original }),
      answer: message(language, "faq.lastsText", values),
    },
  ];
}

function bestAnswer(dupe: Relation): string {
  const isVoted = dupe.likes + dupe.dislikes > 0;
  if (!hasEnoughVotes(dupe) && isSupported(dupe)) return "faq.bestSourced";
  if (knownSimilarity(dupe) === null) return isVoted ? "faq.bestFew" : "faq.bestUnvoted";
  return isVoted ? "faq.bestVoted" : "faq.bestEstimated";
}
