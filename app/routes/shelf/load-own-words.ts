import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import {
  type OnDupe,
  ownReviews,
  ownVerdicts,
  ownVotes,
  pagesOfWords,
} from "#app/domain/reviews/my-contributions.ts";
import { listAlerts } from "#app/domain/shelf/dupe-alerts.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { stateOf } from "../perfume/reviews/open-reviews.ts";
import { type Answers, questions } from "#app/domain/reviews/verdict-questions.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { answerKey } from "../perfume/verdicts/verdict-words.ts";

/** Values of `?show=`: all of one kind. */
export const shows = ["votes", "verdicts", "reviews"] as const;
export type Show = (typeof shows)[number];

// The full lists have their own pages.
const previewed = 5;

/** Some votes, verdicts and reviews and all alerts, or a page of one kind (RULES.md 7.4). */
export async function myContributions(
  context: RequestContext,
  userId: string,
  show: Show | null,
  page: number,
) {
  const db = context.get(database);
  const code = context.get(language);
  const format = formatIn(code);
  const [at, limit] = show ? [page, undefined] : [1, previewed];
  const isShown = (kind: Show) => show === null || show === kind;
  const votes = isShown("votes") ? await ownVotes(db, userId, at, limit) : none;
  const verdicts = isShown("verdicts") ? await ownVerdicts(db, userId, at, limit) : none;
  const reviews = isShown("reviews") ? await ownReviews(db, userId, at, limit) : none;
  const counts = { votes: votes.count, verdicts: verdicts.count, reviews: reviews.count };
  const alerts = show ? [] : await listAlerts(db, userId);
  const ofDupe = ({ dupeId, dupe, original, at: when }: OnDupe, query = "") => ({
    dupe: dupe.nombre,
    original: original.nombre,
    /** to its card on the original's page, with what was said of it open there */
    path: `${perfumePath(original)}${query}#dupe-${dupeId}`,
    date: format.date(when),
  });
  return {
    votes: votes.rows.map((vote) => ({ ...ofDupe(vote), voto: vote.voto })),
    verdicts: verdicts.rows.map((verdict) => ({
      ...ofDupe(verdict),
      path: `${pairPath(verdict.original, verdict.dupe)}#verdict`,
      answers: inSentences(code, verdict.answers),
    })),
    reviews: reviews.rows.map((review) => ({
      ...ofDupe(review, `?reviews=${review.dupeId}`),
      description: review.description,
      ...stateOf(code, review.state),
    })),
    counts: ofEach((kind) => format.number(counts[kind])),
    /** whether there are more than those shown */
    more: ofEach((kind) => counts[kind] > previewed),
    alerts: alerts.map((bottle) => ({
      id: bottle.id,
      marca: bottle.marca,
      nombre: bottle.nombre,
      path: perfumePath(bottle),
    })),
    pages: show ? pageNumbers(format, pagesOfWords(counts[show])) : [],
  };
}

const none = { rows: [], count: 0 };

const ofEach = <Value>(valueOf: (kind: Show) => Value) => ({
  votes: valueOf("votes"),
  verdicts: valueOf("verdicts"),
  reviews: valueOf("reviews"),
});

export const pageNumbers = (format: Format, pages: number) =>
  Array.from({ length: pages }, (_, at) => format.number(at + 1));

/** A person's answers. The last question's are no sentences without it. */
function inSentences(language: Language, answers: Answers): string[] {
  const { t } = translatorIn(language);
  return questions.flatMap((question) => {
    const given = answers[question];
    if (given === null) return [];
    const answer = t(`pages:verdict.answers.${answerKey(question, given)}`);
    return question === "again" ? `${t("pages:verdict.again")} ${answer}` : answer;
  });
}
