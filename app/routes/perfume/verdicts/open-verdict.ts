import {
  answersTo,
  countsOf,
  fewestAnswers,
  percentOf,
  type Question,
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
import type { Choice } from "#app/ui/choices.tsx";
import { readKept, type TypedVerdict } from "../kept-vote.ts";
import { answerKey, figureOf } from "./verdict-words.ts";

export interface OpenVerdict {
  dupe: { id: number };
  /** Without a fragment: the browser would scroll there, away from a refusal's message. */
  action: string;
  /** of questions with enough answers */
  results: {
    question: string;
    /** per cent, for a bar: where the answer's part begins, and how long it is */
    answers: { answer: string; from: number; percent: number; figure: string }[];
  }[];
  questions: { name: Question; legend: string; choices: Choice[] }[];
  /** the reader's verdict, or what waited for their sign-in */
  typed: TypedVerdict | null;
  hasOwn: boolean;
  /** whether what waited for a sign-in is to be sent */
  isOpen: boolean;
  texts: Record<
    "results" | "few" | "lead" | "unanswered" | "worn" | "submit" | "change" | "delete",
    string
  >;
}

/** What people say of a dupe against its original, and the form for one's own verdict (RULES.md 5.10). */
export async function openVerdict(
  request: Request,
  context: RequestContext,
  query: URLSearchParams,
  { path, dupeId, counts }: Asked,
): Promise<OpenVerdict> {
  const code = context.get(language);
  const user = context.get(currentUser);
  const own = user ? await verdictOf(context.get(database), user.userId, dupeId) : null;
  const kept = await readKept(request, context, query);
  const said = kept?.dupeId === dupeId && typeof kept.said === "object" ? kept.said : null;
  return {
    dupe: { id: dupeId },
    action: inLanguage(code, path),
    results: resultsOf(code, counts),
    questions: questionsIn(code),
    typed: said ?? (own && { ...own, worn: true }),
    hasOwn: own !== null,
    isOpen: said !== null,
    texts: textsIn(code),
  };
}

interface Asked {
  path: string;
  dupeId: number;
  counts: VerdictCounts;
}

/** Only questions with enough answers. */
const resultsOf = (code: Language, counts: VerdictCounts): OpenVerdict["results"] =>
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

const textsIn = (code: Language) => {
  const { t } = translatorIn(code);
  return {
    results: t("pages:verdict.results"),
    few: t("pages:verdict.few"),
    lead: t("pages:verdict.lead"),
    unanswered: t("pages:verdict.unanswered"),
    worn: t("pages:verdict.worn"),
    submit: t("pages:verdict.submit"),
    change: t("pages:verdict.change"),
    delete: t("pages:verdict.delete"),
  };
};
