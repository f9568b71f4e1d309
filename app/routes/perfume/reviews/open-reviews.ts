import type { Constraints } from "#app/http/forms/sent-form.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { findDraft } from "#app/domain/reviews/drafts.ts";
import { listReviews, type Review } from "#app/domain/reviews/reviews.ts";
import {
  currentUser,
  database,
  language,
  openDupe,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { ReviewState } from "#db/schema.ts";
import { reviewForm } from "./write-review.ts";

export interface OpenReviews {
  dupe: { id: number; nombre: string };
  reviews: PresentedReview[];
  paging?: { page: number; pages: number };
  draft?: { token: string; text: string };
  problem?: string;
  constraints: Constraints;
}

/** Data for `?reviews=`: a page of a dupe's reviews and the reader's unpublished draft (RULES.md 1.9, 5.2, 5.3). */
export async function openReviews(
  context: RequestContext,
  query: URLSearchParams,
  perfumeId: number,
  dupes: Relation[],
) {
  const asked = parseId(query.get("reviews")) ?? context.get(openDupe);
  if (asked === null) return null;
  const db = context.get(database);
  const id = await findDupeOn(db, perfumeId, asked);
  const dupe = dupes.find((one) => one.id === id);
  return dupe ? reviewsOf(context, query, dupe) : null;
}

export async function reviewsOf(
  context: RequestContext,
  query: URLSearchParams,
  dupe: { id: number; nombre: string },
): Promise<OpenReviews> {
  const db = context.get(database);
  const code = context.get(language);
  const page = parseId(query.get("page")) ?? 1;
  const token = query.get("draft");
  const open = {
    dupe: { id: dupe.id, nombre: dupe.nombre },
    reviews: [],
    constraints: reviewForm.constraints,
  };
  try {
    const reader = context.get(currentUser)?.userId ?? null;
    const { reviews, pages } = await listReviews(db, dupe.id, page, reader);
    const text = token === null ? null : await findDraft(db, token, dupe.id, new Date());
    return {
      ...open,
      ...(pages > 1 && { paging: { page, pages } }),
      reviews: reviews.map((review) => presentReview(review, reader, code)),
      ...(token !== null && text !== null && { draft: { token, text } }),
    };
  } catch (error) {
    logFailure(context, error);
    return { ...open, problem: translatorIn(code).t("messages:reviews.errorLoad") };
  }
}

function presentReview(review: Review, reader: string | null, code: Language) {
  const { id, description, createdAt, author } = review;
  return {
    id,
    description,
    username: author.username,
    date: formatIn(code).date(createdAt),
    ...(author.avatarUrl !== null && { avatarUrl: author.avatarUrl }),
    ...(review.userId === reader && { own: true }),
    ...(review.voto !== null && {
      voted: translatorIn(code).t(
        review.voto === 1 ? "messages:reviews.votedUp" : "messages:reviews.votedDown",
      ),
    }),
    ...(review.language !== null && review.language !== code && { language: review.language }),
    ...stateOf(code, review.state),
  };
}

export type PresentedReview = ReturnType<typeof presentReview>;

const stateTexts = { hidden: "reports.hidden", removed: "reports.removed" } as const;

/** @returns what the author is told about a review that others cannot see (RULES.md 5.5) */
export function stateOf(code: Language, state: ReviewState): { state?: string } {
  return state === "shown" ? {} : { state: translatorIn(code).t(`messages:${stateTexts[state]}`) };
}
