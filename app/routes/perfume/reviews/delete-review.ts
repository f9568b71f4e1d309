import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { deleteReview } from "#app/domain/reviews/reviews.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { reviewsPath } from "../page-address.ts";
import type { Place } from "../place.ts";

const deleteReviewForm = defineForm("delete-review", z.object({ review_id: hiddenField() }));

export async function remove(context: RequestContext, form: FormData, place: Place) {
  const sent = deleteReviewForm.parse(form, context.get(language));
  const gate = {
    failure: "reviews.errorDelete",
    limit: "delete-review",
    words: { "no-such-review": "reviews.errorDelete" },
    signIn: { message: "auth.signInAgain", back: place.path },
    mayBeUnconfirmed: true,
  } as const;
  return admitPerson(context, sent, gate, async ({ review_id }, { userId }) => {
    const reviewId = parseId(review_id);
    if (reviewId === null) throw new Refused("no-such-review");
    const dupeId = await deleteReview(context.get(database), userId, reviewId, place.perfumeId);
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, reviewsPath(place, dupeId), "reviews.deleted");
  });
}
