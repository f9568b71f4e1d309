import { z } from "zod";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { Refused } from "#app/domain/refused-act.ts";
import { suggestPerfume as keepSuggestion } from "#app/domain/suggestions/suggestions.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { brandField, perfumeNameField } from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

export const suggestPerfumeForm = defineForm(
  "suggest-perfume",
  z.object({ nombre_perfume: perfumeNameField(), marca_perfume: brandField() }),
  {
    labels: { nombre_perfume: "suggest.perfumeName", marca_perfume: "suggest.perfumeBrand" },
    incomplete: "home.errorEmpty",
  },
);

/** Stores a suggestion of a perfume that the catalogue lacks (RULES.md 6.1); links one that already exists. */
export async function suggestPerfume(context: RequestContext, form: FormData) {
  const lang = context.get(language);
  const sent = suggestPerfumeForm.parse(form, lang);
  const gate = {
    failure: "home.errorSubmit",
    limit: "suggestion",
    more: ({ details: { perfume } }: Refused) =>
      perfume
        ? {
            links: [
              {
                to: inLanguage(lang, perfumePath(perfume)),
                text: translatorIn(lang).t("messages:perfume.seeKnown", { nombre: perfume.nombre }),
              },
            ],
          }
        : {},
  } as const;
  return admit(context, sent, gate, async ({ nombre_perfume: nombre, marca_perfume: marca }) => {
    if (!isFromProgram(form)) {
      const suggestion = { nombre, marca, by: await speakerIn(context), language: lang };
      await keepSuggestion(context.get(database), suggestion, new Date());
    }
    return redirectWithMessage(context, inLanguage(lang, "/#explore"), "home.suggested");
  });
}
