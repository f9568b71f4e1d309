import type { RouterContextProvider } from "react-router";
import type { Relation } from "#app/domain/catalog/relations.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findDraft } from "#app/domain/reviews/drafts.ts";
import { findDupeOn } from "#app/domain/catalog/exists.ts";
import { listReviews } from "#app/domain/reviews/reviews.ts";
import { formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { message } from "#app/i18n/messages.server.ts";
import { database, openDupe, language, currentUser } from "#app/http/middleware/context.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import type { ReviewState } from "#db/schema.ts";
import { reviewForm } from "./write-review.ts";
import { type OpenReviews, presentReview } from "./reviews-panel.tsx";

/**
 * What `?reviews=` asks for: a page of that dupe's reviews, or of what it became when bottles were merged (RULES.md 5.12), and
 * what the reader has left unpublished (RULES.md 6.3, 6.4). @param dupes those on the bottle's page
 * @returns null when no dupe of the page is asked for
 */
export async function openReviews(
  context: Readonly<RouterContextProvider>,
  query: URLSearchParams,
  perfumeId: number,
  dupes: Relation[],
): Promise<OpenReviews | null> {
  const asked = parseId(query.get("reviews")) ?? context.get(openDupe);
  if (asked === null) return null;
  const db = context.get(database);
  const id = await findDupeOn(db, perfumeId, asked);
  const dupe = dupes.find((one) => one.id === id);
  if (!dupe) return null;
  const format = formatIn(context.get(language));
  const page = parseId(query.get("page")) ?? 1;
  const token = query.get("draft");
  const open = {
    dupe: { id: dupe.id, nombre: dupe.nombre },
    reviews: [],
    constraints: reviewForm.constraints,
  };
  try {
    const code = context.get(language);
    const reader = context.get(currentUser)?.userId ?? null;
    const { reviews, pages } = await listReviews(db, dupe.id, page, code, reader);
    const text = token === null ? null : await findDraft(db, token, dupe.id, new Date());
    return {
      ...open,
      ...(pages > 1 && { paging: { page, pages } }),
      reviews: reviews.map((review) => ({
        ...presentReview(review, format, reader, code),
        ...stateOf(code, review.state),
      })),
      ...(token !== null && text !== null && { draft: { token, text } }),
    };
  } catch (error) {
    logFailure(context, error);
    return { ...open, problem: message(context.get(language), "reviews.errorLoad") };
  }
}

const stateTexts = { hidden: "reports.hidden", removed: "reports.removed" } as const;

/** @returns what its author is told of a review that others do not see (RULES.md 24.3) */
export function stateOf(code: Language, state: ReviewState): { state?: string } {
  return state === "shown" ? {} : { state: message(code, stateTexts[state]) };
}
