import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { parseId } from "../../catalog/ids.ts";
import { discardDraft, keepDraft } from "../../community/drafts.ts";
import {
  deleteReview,
  dupeOfReview,
  longestReview,
  publishReview,
} from "../../community/reviews.ts";
import { filledText } from "../../forms/fields.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import {
  currentUser,
  database,
  openDupe,
  services,
  sessionLost,
} from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser, limitUserOrClient } from "../../middleware/rate-limits.ts";
import { type Place, reviewsPath, signInLink, signInPath } from "./place.ts";

type Context = Readonly<RouterContextProvider>;

const schema = z.object({
  description: filledText("reviews.errorEmpty", longestReview, "reviews.errorTooLong"),
});

/** Publishes a review (spec.md §6, §8); who is not signed in is sent to do so and finds the text again. */
export async function publish(context: Context, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openDupe, dupeId);
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { description } = checked.value;
  if (dupeId === null) return refuse(context, form, 404, { message: "reviews.errorPublish" });
  const user = context.get(currentUser);
  const wait = await limitUserOrClient(context);
  if (wait !== null) return refuseTooMany(context, form, wait);
  const db = context.get(database);
  if (!user) return setAside(context, form, place, dupeId, description);
  if (!user.confirmed) return refuse(context, form, 403, { message: "perfume.errorUnconfirmed" });

  const review = { dupeId, perfumeId: place.perfumeId, description };
  const outcome = await publishReview(db, user.userId, review, new Date());
  if (outcome === "no-such-dupe")
    return refuse(context, form, 404, { message: "reviews.errorPublish" });
  if (outcome === "no-such-person") return setAside(context, form, place, dupeId, description);
  await discardDraft(db, textOf(form, "draft"));
  return done(context, place, dupeId, "reviews.published");
}

/** Keeps the text while its author signs in. */
async function setAside(
  context: Context,
  form: FormData,
  { path }: Place,
  dupeId: number,
  description: string,
) {
  const draft = await keepDraft(context.get(database), { dupeId, description }, new Date());
  if (draft === null) return refuse(context, form, 404, { message: "reviews.errorPublish" });
  const lost = context.get(sessionLost);
  return redirectWithMessage(
    context,
    signInPath(context, reviewsPath(path, dupeId, { draft })),
    lost ? "auth.signInAgain" : "reviews.errorMustLogin",
    { kind: "alert" },
  );
}

/** Deletes a person's own review. */
export async function remove(context: Context, form: FormData, place: Place) {
  const no = (status: number, message: MessageKey, more = {}) =>
    refuse(context, form, status, { message, ...more });
  const user = context.get(currentUser);
  if (!user) return no(401, "auth.signInAgain", { link: signInLink(context, place.path) });
  const reviewId = parseId(form.get("review_id"));
  if (reviewId === null) return no(404, "reviews.errorDelete");
  const wait = await limitUser(context, user.userId);
  if (wait !== null) return refuseTooMany(context, form, wait);

  const db = context.get(database);
  const dupeId = await dupeOfReview(db, reviewId);
  const outcome = await deleteReview(db, user.userId, reviewId, place.perfumeId);
  if (outcome === "not-yours") return no(403, "reviews.errorNotYours");
  if (outcome === "no-such-review" || dupeId === null) return no(404, "reviews.errorDelete");
  return done(context, place, dupeId, "reviews.deleted");
}

function done(context: Context, { path }: Place, dupeId: number, said: MessageKey) {
  context.get(services).pages.drop(path);
  return redirectWithMessage(context, reviewsPath(path, dupeId), said);
}
