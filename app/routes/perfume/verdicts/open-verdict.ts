import { redirectDocument, type RouterContextProvider } from "react-router";
import { findDupeOn } from "#app/domain/catalog/exists.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import {
  answersTo,
  countsOf,
  fewestAnswers,
  noVerdicts,
  percentOf,
  type Question,
  questions,
  type VerdictCounts,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { verdictOf } from "#app/domain/reviews/verdicts.ts";
import {
  answersForm,
  currentUser,
  database,
  language,
  openVerdict as refusedVerdict,
} from "#app/http/middleware/context.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { readKept, type TypedVerdict } from "../kept-vote.ts";
import { arrangedBy, type PageAddress, sortedBy, withQuery } from "../page-address.ts";
import { answerKey, figureOf } from "./verdict-words.ts";

export interface OpenVerdict {
  dupe: { id: number };
  /** Without the card's fragment: the browser would scroll there, away from a refusal's message. */
  action: string;
  title: string;
  /** of questions with enough answers */
  results: {
    question: string;
    answers: { answer: string; percent: number; figure: string }[];
  }[];
  questions: {
    question: Question;
    text: string;
    answers: { answer: string; text: string }[];
  }[];
  /** the reader's verdict, or what waited for their sign-in */
  typed: TypedVerdict | null;
  hasOwn: boolean;
  byLasting: string;
  texts: Record<
    | "results"
    | "few"
    | "byLasting"
    | "lead"
    | "unanswered"
    | "worn"
    | "submit"
    | "change"
    | "delete",
    string
  >;
}

/**
 * Data for `?verdict=`: what people say of a dupe on the page against its original, and the form for one's own verdict
 * (RULES.md 5.10). The page then has no scripts.
 * @throws a redirect to the same address as a new document, when the client router asks for it
 */
export async function openVerdict(
  request: Request,
  context: Readonly<RouterContextProvider>,
  query: URLSearchParams,
  { perfume, dupes, originals, verdicts }: Asked,
): Promise<{ verdict?: OpenVerdict; scripts?: false }> {
  const asked = parseId(query.get("verdict")) ?? context.get(refusedVerdict);
  if (asked === null) return {};
  const db = context.get(database);
  const id = await findDupeOn(db, perfume.id, asked);
  const other = [...dupes, ...originals].find((one) => one.id === id);
  if (!other) return {};
  const code = context.get(language);
  const here: PageAddress = {
    path: inLanguage(code, perfumePath(perfume)),
    query: arrangedBy(query),
  };
  if (new URL(request.url).pathname.endsWith(".data") && !context.get(answersForm))
    throw redirectDocument(withQuery(here, `verdict=${other.id}`, `#dupe-${other.id}`));
  const user = context.get(currentUser);
  const own = user ? await verdictOf(db, user.userId, other.id) : null;
  const kept = await readKept(request, context, query);
  const said = kept?.dupeId === asked && typeof kept.said === "object" ? kept.said : null;
  const [dupe, original] = dupes.includes(other) ? [other, perfume] : [perfume, other];
  const { t } = translatorIn(code);
  return {
    scripts: false,
    verdict: {
      dupe: { id: other.id },
      action: withQuery(here, `verdict=${other.id}`),
      title: t("pages:verdict.title", { dupe: dupe.nombre, original: original.nombre }),
      results: resultsOf(code, verdicts.get(other.id) ?? noVerdicts),
      questions: questionsIn(code),
      typed: said ?? (own && { ...own, worn: true }),
      hasOwn: own !== null,
      byLasting: sortedBy(here, "lasting"),
      texts: textsIn(code),
    },
  };
}

interface Asked {
  perfume: { id: number; marca: string; nombre: string };
  dupes: Relation[];
  originals: Relation[];
  verdicts: ReadonlyMap<number, VerdictCounts>;
}

/** Only questions with enough answers. */
const resultsOf = (code: Language, counts: VerdictCounts) =>
  questions.flatMap((question) => {
    const of = answersTo(counts, question);
    if (of < fewestAnswers) return [];
    const { t } = translatorIn(code);
    return [
      {
        question: t(`pages:verdict.${question}`),
        answers: countsOf(counts, question).map(({ answer, n }) => ({
          answer: t(`pages:verdict.answers.${answerKey(question, answer)}`),
          percent: Math.round((100 * n) / of),
          figure: figureOf(code, { n, of, percent: percentOf(n, of) }),
        })),
      },
    ];
  });

const questionsIn = (code: Language) =>
  questions.map((question) => ({
    question,
    text: translatorIn(code).t(`pages:verdict.${question}`),
    answers: verdictQuestions[question].map((answer) => ({
      answer: answer as string,
      text: translatorIn(code).t(`pages:verdict.answers.${answerKey(question, answer)}`),
    })),
  }));

const textsIn = (code: Language) => {
  const { t } = translatorIn(code);
  return {
    results: t("pages:verdict.results"),
    few: t("pages:verdict.few"),
    byLasting: t("pages:verdict.byLasting"),
    lead: t("pages:verdict.lead"),
    unanswered: t("pages:verdict.unanswered"),
    worn: t("pages:verdict.worn"),
    submit: t("pages:verdict.submit"),
    change: t("pages:verdict.change"),
    delete: t("pages:verdict.delete"),
  };
};
