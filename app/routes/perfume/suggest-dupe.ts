import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { suggestDupe as keepSuggestion } from "#app/domain/suggestions/suggestions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { brandField, perfumeNameField, sourceField } from "#app/http/forms/form-fields.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { seeKnown } from "#app/i18n/messages.server.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { type Place, unidentified } from "./place.ts";

export const suggestDupeForm = defineForm(
  "suggest-dupe",
  z.object({
    nombre_dupe: perfumeNameField(),
    marca_dupe: brandField(),
    fuente: sourceField("perfume.errorSource"),
  }),
  {
    labels: {
      nombre_dupe: "suggest.dupeName",
      marca_dupe: "suggest.dupeBrand",
      fuente: "suggest.dupeSource",
    },
    constraints: { fuente: { required: false } },
    incomplete: "perfume.errorSuggestion",
  },
);

/** Stores a suggestion of a dupe that the page lacks (RULES.md 6.1); links one that already exists. */
export async function suggestDupe(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const lang = context.get(language);
  const sent = suggestDupeForm.parse(form, lang);
  const limit = limitOf(context, "suggestion");
  const options = { failureMessage: "perfume.errorSuggestionSubmit", limit } as const;
  return attempt(context, sent, options, async (values) => {
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (!isFromProgram(form)) {
      const { nombre_dupe: nombre, marca_dupe: marca, fuente } = values;
      const by = await speakerIn(context);
      const suggestion = { perfumeId, nombre, marca, fuente, by, language: lang };
      const result = await keepSuggestion(context.get(database), suggestion, new Date());
      if (result.outcome !== "stored") await limit.forgive();
      if (result.outcome === "no-such-perfume") throw await unidentified(context);
      if (result.outcome === "known")
        return refuse(context, sent, 409, {
          message: "perfume.known",
          links: [{ to: `${path}#dupe-${result.dupeId}`, text: seeKnown(lang, nombre) }],
        });
    }
    return redirectWithMessage(context, path, "perfume.suggested");
  });
}
