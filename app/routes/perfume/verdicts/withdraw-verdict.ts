import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { deleteVerdict } from "#app/domain/reviews/verdicts.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { dropPagesOf } from "../drop-pages.ts";
import type { Place } from "../place.ts";
import { sendVerdict } from "./send-verdict.ts";

const deletion = defineForm("delete-verdict", z.object({ dupe_id: hiddenField() }), { labels: {} });

/** Deletes a person's own verdict. */
export async function withdrawVerdict(context: RequestContext, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  const sent = deletion.parse(form, context.get(language));
  const back = `${place.path}#verdict`;
  const gate = {
    failure: "verdicts.errorSave",
    limit: "delete-verdict",
    signIn: { message: "auth.signInAgain", back },
    mayBeUnconfirmed: true,
  } as const;
  return admitPerson(context, sent, gate, async (_, { userId }) => {
    if (dupeId === null) throw new Refused("no-such-dupe");
    await deleteVerdict(context.get(database), userId, { dupeId, perfumeId: place.perfumeId });
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, back, "verdicts.deleted");
  });
}

export const verdictIntents = { verdict: sendVerdict, "delete-verdict": withdrawVerdict };
