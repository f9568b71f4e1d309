import type { RouterContextProvider } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { ownReviews, ownVotes, pagesOfWords } from "#app/domain/reviews/my-contributions.ts";
import { listAlerts } from "#app/domain/shelf/dupe-alerts.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { stateOf } from "../perfume/reviews/open-reviews.ts";

/** Values of `?show=`: all votes or all reviews. */
export const shows = ["votes", "reviews"] as const;
type Show = (typeof shows)[number];

// The full lists have their own pages.
const previewed = 5;

/** Some votes and reviews and all alerts, or a page of one kind (RULES.md 7.4). */
export async function myContributions(
  context: Readonly<RouterContextProvider>,
  userId: string,
  show: Show | null,
  page: number,
) {
  const db = context.get(database);
  const format = formatIn(context.get(language));
  const [at, limit] = show ? [page, undefined] : [1, previewed];
  const votes = show === "reviews" ? none : await ownVotes(db, userId, at, limit);
  const reviews = show === "votes" ? none : await ownReviews(db, userId, at, limit);
  const alerts = show ? [] : await listAlerts(db, userId);
  const ofDupe = ({ dupeId, dupe, original, at: when }: (typeof votes.rows)[number] | Review) => ({
    dupe: dupe.nombre,
    original: original.nombre,
    path: `${perfumePath(original)}#dupe-${dupeId}`,
    reviews: `${perfumePath(original)}?reviews=${dupeId}#dupe-${dupeId}`,
    date: format.date(when),
  });
  const count = show === "reviews" ? reviews.count : votes.count;
  return {
    votes: votes.rows.map((vote) => ({ ...ofDupe(vote), voto: vote.voto })),
    reviews: reviews.rows.map((review) => ({
      ...ofDupe(review),
      description: review.description,
      ...stateOf(context.get(language), review.state),
    })),
    counts: { votes: format.number(votes.count), reviews: format.number(reviews.count) },
    more: { votes: votes.count > previewed, reviews: reviews.count > previewed },
    alerts: alerts.map((bottle) => ({
      id: bottle.id,
      marca: bottle.marca,
      nombre: bottle.nombre,
      path: perfumePath(bottle),
    })),
    pages: show ? pageNumbers(format, pagesOfWords(count)) : [],
  };
}

type Review = Awaited<ReturnType<typeof ownReviews>>["rows"][number];

const none = { rows: [], count: 0 };

export const pageNumbers = (format: Format, pages: number) =>
  Array.from({ length: pages }, (_, at) => format.number(at + 1));
