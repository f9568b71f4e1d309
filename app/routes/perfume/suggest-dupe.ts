import { z } from "zod";
import type { Refused } from "#app/domain/refused-act.ts";
import { suggestDupe as keepSuggestion } from "#app/domain/suggestions/suggestions.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { brandField, perfumeNameField, readableSourceField } from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { type Place, unidentified } from "./place.ts";

export const suggestDupeForm = defineForm(
  "suggest-dupe",
  z.object({
    nombre_dupe: perfumeNameField(),
    marca_dupe: brandField(),
    fuente: readableSourceField("perfume.errorSource"),
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
  context: RequestContext,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const lang = context.get(language);
  const sent = suggestDupeForm.parse(form, lang);
  const gate = {
    failure: "perfume.errorSuggestionSubmit",
    limit: "suggestion",
    async more({ code, details: { dupeId } }: Refused) {
      if (code === "no-such-perfume") throw await unidentified(context);
      if (dupeId === undefined) return {};
      const { nombre_dupe: nombre } = sent.value!;
      const text = translatorIn(lang).t("messages:perfume.seeKnown", { nombre });
      return { links: [{ to: `${path}#dupe-${dupeId}`, text }] };
    },
  } as const;
  return admit(context, sent, gate, async (values) => {
    if (!isFromProgram(form)) {
      const { nombre_dupe: nombre, marca_dupe: marca, fuente } = values;
      const by = await speakerIn(context);
      const suggestion = { perfumeId, nombre, marca, fuente, by, language: lang };
      await keepSuggestion(context.get(database), suggestion, new Date());
    }
    return redirectWithMessage(context, path, "perfume.suggested");
  });
}
