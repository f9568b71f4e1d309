import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { parseId } from "../../catalog/ids.ts";
import { discardDraft, keepDraft } from "../../community/drafts.ts";
import {
  deleteReview,
  dupeOfReview,
  maxReviewLength,
  publishReview,
} from "../../community/reviews.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { hiddenField, textField } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import {
  currentUser,
  database,
  language,
  openDupe,
  sessionLost,
} from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser, limitUserOrClient } from "../../middleware/rate-limits.ts";
import { dropPagesOf, type Place, reviewsPath, signInLink, signInPath } from "./place.ts";

type Context = Readonly<RouterContextProvider>;

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

const deleteReviewForm = defineForm("delete-review", z.object({ review_id: hiddenField() }), {
  labels: {},
});

/** Publishes a review (RULES.md 6.3); an anonymous author is sent to sign in and finds the text again. */
export async function publish(context: Context, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openDupe, dupeId);
  const sent = reviewForm.parse(form, context.get(language));
  return attempt(context, sent, "reviews.errorPublish", async ({ description, draft }) => {
    const missing = () => refuse(context, sent, 404, { message: "reviews.errorPublish" });
    if (dupeId === null) return missing();
    const user = context.get(currentUser);
    const wait = await limitUserOrClient(context);
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const keepForLater = async () =>
      (await setAside(context, place, dupeId, description)) ?? missing();
    if (!user) return keepForLater();
    if (!user.confirmed) return refuse(context, sent, 403, { message: "perfume.errorUnconfirmed" });

    const db = context.get(database);
    const review = {
      dupeId,
      perfumeId: place.perfumeId,
      description,
      language: context.get(language),
    };
    const outcome = await publishReview(db, user.userId, review, new Date());
    if (outcome === "no-such-dupe") return missing();
    if (outcome === "no-such-person") return keepForLater();
    await discardDraft(db, draft);
    return done(context, place, dupeId, "reviews.published");
  });
}

/** Keeps the text while its author signs in. @returns null when there is no such dupe */
async function setAside(context: Context, { path }: Place, dupeId: number, description: string) {
  const draft = await keepDraft(context.get(database), { dupeId, description }, new Date());
  if (draft === null) return null;
  return redirectWithMessage(
    context,
    signInPath(context, reviewsPath(path, dupeId, { draft })),
    context.get(sessionLost) ? "auth.signInAgain" : "reviews.errorMustLogin",
    { kind: "alert" },
  );
}

export async function remove(context: Context, form: FormData, place: Place) {
  const sent = deleteReviewForm.parse(form, context.get(language));
  return attempt(context, sent, "reviews.errorDelete", async ({ review_id }) => {
    const refuseWith = (status: number, message: MessageKey, more = {}) =>
      refuse(context, sent, status, { message, ...more });
    const user = context.get(currentUser);
    if (!user)
      return refuseWith(401, "auth.signInAgain", { link: signInLink(context, place.path) });
    const reviewId = parseId(review_id);
    if (reviewId === null) return refuseWith(404, "reviews.errorDelete");
    const wait = await limitUser(context, user.userId);
    if (wait !== null) return refuseTooMany(context, sent, wait);

    const db = context.get(database);
    const dupeId = await dupeOfReview(db, reviewId);
    const outcome = await deleteReview(db, user.userId, reviewId, place.perfumeId);
    if (outcome === "not-yours") return refuseWith(403, "reviews.errorNotYours");
    if (outcome === "no-such-review" || dupeId === null)
      return refuseWith(404, "reviews.errorDelete");
    return done(context, place, dupeId, "reviews.deleted");
  });
}

async function done(context: Context, { path }: Place, dupeId: number, key: MessageKey) {
  await dropPagesOf(context, dupeId);
  return redirectWithMessage(context, reviewsPath(path, dupeId), key);
}
