import { z } from "zod";
import { isPastDay } from "#app/domain/catalog/days.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { stances } from "#app/domain/catalog/sources.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { suggestSource as keepSuggestion } from "#app/domain/suggestions/source-suggestions.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { authorField, hiddenField, readableSourceField } from "#app/http/forms/form-fields.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import type { Place } from "../place.ts";

export const suggestSourceForm = defineForm(
  "suggest-source",
  z.object({
    dupe_id: hiddenField(),
    url: readableSourceField("catalogue.url").pipe(z.string("catalogue.url")),
    author: authorField(),
    stance: z.enum(stances, "facts.choice"),
    said_on: z
      .string()
      .trim()
      .default("")
      .refine((day) => day === "" || isPastDay(day, new Date()), "catalogue.saidOn")
      .transform((day) => day || null),
  }),
  {
    labels: {
      url: "pages:pair.sourceUrl",
      author: "pages:pair.sourceAuthor",
      stance: "pages:pair.sourceStance",
      said_on: "pages:pair.sourceDate",
    },
    constraints: {
      url: { required: true },
      author: { required: false },
      said_on: { required: false },
    },
  },
);

/** Keeps a page that compares the two for operators (RULES.md 1.15). */
export async function suggestSource(
  context: RequestContext,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const lang = context.get(language);
  const sent = suggestSourceForm.parse(form, lang);
  const back = `${path}#sources`;
  const gate = {
    failure: "perfume.errorSuggestionSubmit",
    limit: "suggestion",
    signIn: { message: "facts.mustLogin", back },
  } as const;
  return admitPerson(context, sent, gate, async ({ dupe_id, ...page }, { userId }) => {
    const dupeId = parseId(dupe_id);
    if (dupeId === null) throw new Refused("no-such-dupe");
    const suggestion = { perfumeId, dupeId, userId, language: lang, ...page };
    await keepSuggestion(context.get(database), suggestion, new Date());
    return redirectWithMessage(context, back, "perfume.suggested");
  });
}
