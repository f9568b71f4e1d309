import { redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { discardDraft, keepDraft } from "#app/domain/reviews/drafts.ts";
import { maxReviewLength, publishReview } from "#app/domain/reviews/reviews.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField, textField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import {
  currentUser,
  database,
  language,
  openDupe,
  sessionLost,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { type ActionLimit, limitOf } from "#app/http/middleware/rate-limits.ts";
import { cleanText, isBlank } from "#app/i18n/clean-text.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { reviewsPath } from "../page-address.ts";
import type { Place } from "../place.ts";
import { signInPath, usernamePath } from "#app/http/forms/sign-in-links.ts";

export const reviewForm = defineForm(
  "publish-review",
  z.object({
    dupe_id: hiddenField(),
    draft: hiddenField(),
    description: textField("reviews.errorEmpty", maxReviewLength, "reviews.errorTooLong"),
  }),
  {
    labels: { description: "reviews.write" },
    constraints: { description: { maxLength: maxReviewLength } },
  },
);

/** UTF-16 units of a stored draft; more than a review may have, so that its author can shorten it later */
const maxDraft = 4 * maxReviewLength;

/**
 * Publishes a review (RULES.md 5.2). People who must sign in or choose a username first are sent there before the text is
 * checked, and find it in the form afterwards (5.3).
 */
export async function publish(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  place: Place,
) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openDupe, dupeId);
  const sent = reviewForm.parse(form, context.get(language));
  const user = context.get(currentUser);
  const typed = { ...sent, value: textOf(form, "description").slice(0, maxDraft) };
  const missing = () => refuse(context, sent, 404, { message: "reviews.errorPublish" });
  const limit = limitOf(context, "review");
  const options = { failureMessage: "reviews.errorPublish", limit } as const;
  const keepFor = (next: NextStep) =>
    attempt(context, typed, options, async (text) => {
      const back = await setAside(context, place, dupeId, cleanText(text), limit);
      if (back === null) return missing();
      if (typeof back === "number") return refuseTooMany(context, sent, back);
      return redirectWithMessage(context, next.path(context, back), next.message(context), {
        kind: "alert",
        by: redirectDocument,
      });
    });

  if (!user) return keepFor(signIn);
  if (!user.confirmed) return refuse(context, sent, 403, { message: "perfume.errorUnconfirmed" });
  if (user.username === null) return keepFor(chooseUsername);
  return attempt(context, sent, options, async ({ description, draft }) => {
    if (dupeId === null) return missing();
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const db = context.get(database);
    const review = {
      dupeId,
      perfumeId: place.perfumeId,
      description,
      language: context.get(language),
    };
    const outcome = await publishReview(db, user.userId, review, new Date());
    if (outcome !== "published") await limit.forgive();
    if (outcome === "no-such-dupe") return missing();
    if (outcome === "no-such-person") return keepFor(signIn);
    await discardDraft(db, draft);
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, reviewsPath(place, dupeId), "reviews.published");
  });
}

/** What somebody must do before publishing. */
interface NextStep {
  path: (context: Readonly<RouterContextProvider>, back: string) => string;
  message: (context: Readonly<RouterContextProvider>) => MessageKey;
}

const signIn: NextStep = {
  path: signInPath,
  message: (context) => (context.get(sessionLost) ? "auth.signInAgain" : "reviews.errorMustLogin"),
};

const chooseUsername: NextStep = {
  path: usernamePath,
  message: () => "reviews.errorMustName",
};

/** Stores a draft unless it is empty. @returns the form's address, null for an unknown dupe, or the seconds to wait */
async function setAside(
  context: Readonly<RouterContextProvider>,
  place: Place,
  dupeId: number | null,
  description: string,
  limit: ActionLimit,
): Promise<string | number | null> {
  if (dupeId === null) return null;
  if (isBlank(description)) return reviewsPath(place, dupeId);
  const wait = await limit.take();
  if (wait !== null) return wait;
  const draft = await keepDraft(context.get(database), { dupeId, description }, new Date());
  if (draft !== null) return reviewsPath(place, dupeId, { draft });
  await limit.forgive();
  return null;
}
