import type { ListedDupe } from "../../catalog/dupes.ts";
import { formatIn } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { translatorIn } from "../../i18n/translators.server.ts";
import type { AnsweredQuestions } from "../../ui/perfume/questions.tsx";
import { defaultEstimate, weight } from "#db/catalogue/similarity.ts";

/** The questions at the foot of a perfume's page, answered with the page's own figures. @param dupes the most similar first */
export function answerQuestions(
  language: Language,
  { nombre }: { nombre: string },
  dupes: ListedDupe[],
): AnsweredQuestions {
  const { t } = translatorIn(language);
  const { number, percent } = formatIn(language);
  const say = (key: string, values: object) =>
    t(`messages:${key}` as never, values as never) as unknown as string;

  const best = dupes.slice(0, 1).map((dupe) => {
    const votes = dupe.likes + dupe.dislikes;
    return {
      question: say("faq.best", { nombre }),
      answer: say(votes > 0 ? "faq.bestVoted" : "faq.bestUnvoted", {
        dupe: dupe.nombre,
        brand: dupe.marca,
        percent: percent(dupe.porcentaje),
        votes: t("perfume.votes", { count: votes, shown: number(votes) }),
      }),
    };
  });
  const count = dupes.length;
  const shown = t("perfume.dupes", { count, shown: number(count) });
  return {
    title: say("faq.title", {}),
    list: [
      ...best,
      {
        question: say("faq.count", { nombre }),
        answer: say("faq.countText", { count, shown }),
      },
      {
        question: say("faq.method", {}),
        answer: say("faq.methodText", { percent: percent(defaultEstimate), weight }),
      },
    ],
  };
}
