import { redirectDocument } from "react-router";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { discardDraft, keepDraft } from "#app/domain/reviews/drafts.ts";
import { maxReviewLength, publishReview } from "#app/domain/reviews/reviews.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admit, admitPerson, underLimit } from "#app/http/forms/gate.ts";
import { hiddenField, textField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import {
  database,
  language,
  openDupe,
  sessionLost,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
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

/** Publishes a review (RULES.md 5.2). Whoever must sign in or choose a username first is sent there before the text is checked, and finds it in the form afterwards (5.3). */
export async function publish(context: RequestContext, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openDupe, dupeId);
  const sent = reviewForm.parse(form, context.get(language));
  const typed = { ...sent, value: textOf(form, "description").slice(0, maxDraft) };
  const gate = { failure: "reviews.errorPublish", words: reviewWords } as const;
  const keepFor = (path: typeof signInPath, message: MessageKey) =>
    admit(context, typed, gate, async (text) => {
      const back = await setAside(context, place, dupeId, cleanText(text));
      return redirectWithMessage(context, path(context, back), message, {
        kind: "alert",
        by: redirectDocument,
      });
    });
  const who = {
    signIn: () =>
      keepFor(signInPath, context.get(sessionLost) ? "auth.signInAgain" : "reviews.errorMustLogin"),
    chooseName: () => keepFor(usernamePath, "reviews.errorMustName"),
  };
  return admitPerson(
    context,
    sent,
    { ...gate, ...who, limit: "review" },
    async ({ description, draft }, user, forgive) => {
      if (dupeId === null) throw new Refused("no-such-dupe");
      const db = context.get(database);
      const { perfumeId } = place;
      const review = { dupeId, perfumeId, description, language: context.get(language) };
      const outcome = await publishReview(db, user.userId, review, new Date());
      if (outcome === "duplicate") await forgive();
      await discardDraft(db, draft);
      await dropPagesOf(context, dupeId);
      return redirectWithMessage(context, reviewsPath(place, dupeId), "reviews.published");
    },
  );
}

const reviewWords = { "no-such-dupe": "reviews.errorPublish" } as const;

/** Stores a draft unless it is empty. @returns the form's address @throws Refused */
async function setAside(
  context: RequestContext,
  place: Place,
  dupeId: number | null,
  description: string,
): Promise<string> {
  if (dupeId === null) throw new Refused("no-such-dupe");
  if (isBlank(description)) return reviewsPath(place, dupeId);
  const draft = await underLimit(context, "review", () =>
    keepDraft(context.get(database), { dupeId, description }, new Date()),
  );
  return reviewsPath(place, dupeId, { draft });
}
