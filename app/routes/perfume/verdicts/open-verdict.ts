import {
  answersTo,
  countsOf,
  fewestAnswers,
  percentOf,
  questions,
  type VerdictCounts,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { verdictOf } from "#app/domain/reviews/verdicts.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { readKept } from "../kept-vote.ts";
import { answerKey, figureOf } from "./verdict-words.ts";

export type OpenVerdict = Awaited<ReturnType<typeof openVerdict>>;

/** What people say of a dupe against its original, and the form for one's own verdict (RULES.md 5.10). */
export async function openVerdict(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  { path, dupeId, counts }: Asked,
) {
  const code = context.get(language);
  const user = context.get(currentUser);
  const own = user ? await verdictOf(context.get(database), user.userId, dupeId) : null;
  const kept = await readKept(request, context, query);
  const said = kept?.dupeId === dupeId && typeof kept.said === "object" ? kept.said : null;
  return {
    dupe: { id: dupeId },
    // Without a fragment: the browser would scroll there, away from a refusal's message.
    action: inLanguage(code, path),
    results: resultsOf(code, counts),
    questions: questionsIn(code),
    /** the reader's verdict, or what waited for their sign-in */
    typed: said ?? (own && { ...own, worn: true }),
    hasOwn: own !== null,
    /** whether what waited for a sign-in is to be sent */
    isOpen: said !== null,
    texts: translatorIn(code).t("pages:verdict", { returnObjects: true }),
  };
}

interface Asked {
  path: string;
  dupeId: number;
  counts: VerdictCounts;
}

/** Only questions with enough answers. For each answer in per cent, for a bar: where its part begins, and how long it is. */
const resultsOf = (code: Language, counts: VerdictCounts) =>
  questions.flatMap((question) => {
    const of = answersTo(counts, question);
    if (of < fewestAnswers) return [];
    const { t } = translatorIn(code);
    const given = countsOf(counts, question);
    const share = (n: number) => Math.round((100 * n) / of);
    const before = (at: number) => share(given.slice(0, at).reduce((sum, { n }) => sum + n, 0));
    return [
      {
        question: t(`pages:verdict.${question}`),
        answers: given.map(({ answer, n }, at) => ({
          answer: t(`pages:verdict.answers.${answerKey(question, answer)}`),
          from: before(at),
          percent: before(at + 1) - before(at),
          figure: figureOf(code, { n, of, percent: percentOf(n, of) }),
        })),
      },
    ];
  });

const questionsIn = (code: Language) =>
  questions.map((question) => ({
    name: question,
    legend: translatorIn(code).t(`pages:verdict.${question}`),
    choices: verdictQuestions[question].map((answer) => ({
      value: answer as string,
      text: translatorIn(code).t(`pages:verdict.answers.${answerKey(question, answer)}`),
    })),
  }));
