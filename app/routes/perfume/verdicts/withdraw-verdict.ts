import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { deleteVerdict } from "#app/domain/reviews/verdicts.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import {
  currentUser,
  database,
  language,
  openVerdict,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { withQuery } from "../page-address.ts";
import type { Place } from "../place.ts";
import { sendVerdict } from "./send-verdict.ts";

const deletion = defineForm("delete-verdict", z.object({ dupe_id: hiddenField() }), { labels: {} });

/** Deletes a person's own verdict. */
export async function withdrawVerdict(context: RequestContext, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openVerdict, dupeId);
  const sent = deletion.parse(form, context.get(language));
  const user = context.get(currentUser);
  const signInFirst = () =>
    refuse(context, sent, 401, {
      message: "auth.signInAgain",
      links: signInLinks(context, withQuery(place, dupeId ? `verdict=${dupeId}` : "")),
    });
  if (!user) return signInFirst();
  return attempt(context, sent, "verdicts.errorSave", async () => {
    if (dupeId === null) return refuse(context, sent, 404, { message: "verdicts.errorMissing" });
    const wait = await limitOf(context, "delete-verdict").take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const { perfumeId } = place;
    const db = context.get(database);
    const outcome = await deleteVerdict(db, user.userId, { dupeId, perfumeId });
    if (outcome === "no-such-person") return signInFirst();
    if (outcome === "no-such-verdict")
      return refuse(context, sent, 404, { message: "verdicts.errorNothing" });
    await dropPagesOf(context, dupeId);
    const card = withQuery(place, "", `#dupe-${dupeId}`);
    return redirectWithMessage(context, card, "verdicts.deleted");
  });
}

export const verdictIntents = { verdict: sendVerdict, "delete-verdict": withdrawVerdict };
