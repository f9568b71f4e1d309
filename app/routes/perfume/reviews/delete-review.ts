import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { deleteReview, dupeOfReview } from "#app/domain/reviews/reviews.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { currentUser, database, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { reviewsPath } from "../page-address.ts";
import type { Place } from "../place.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";

const deleteReviewForm = defineForm("delete-review", z.object({ review_id: hiddenField() }), {
  labels: {},
});

export async function remove(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  place: Place,
) {
  const sent = deleteReviewForm.parse(form, context.get(language));
  return attempt(context, sent, "reviews.errorDelete", async ({ review_id }) => {
    const refuseWith = (status: number, message: MessageKey, more = {}) =>
      refuse(context, sent, status, { message, ...more });
    const user = context.get(currentUser);
    const signInFirst = () =>
      refuseWith(401, "auth.signInAgain", { links: signInLinks(context, place.path) });
    if (!user) return signInFirst();
    const reviewId = parseId(review_id);
    if (reviewId === null) return refuseWith(404, "reviews.errorDelete");
    const wait = await limitOf(context, "delete-review").take();
    if (wait !== null) return refuseTooMany(context, sent, wait);

    const db = context.get(database);
    const dupeId = await dupeOfReview(db, reviewId);
    const outcome = await deleteReview(db, user.userId, reviewId, place.perfumeId);
    if (outcome === "no-such-person") return signInFirst();
    if (outcome === "not-yours") return refuseWith(403, "reviews.errorNotYours");
    if (outcome === "no-such-review" || dupeId === null)
      return refuseWith(404, "reviews.errorDelete");
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, reviewsPath(place, dupeId), "reviews.deleted");
  });
}
