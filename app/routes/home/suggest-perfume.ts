import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { suggestPerfume as keepSuggestion } from "#app/domain/suggestions/suggestions.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { brandField, perfumeNameField } from "#app/http/forms/form-fields.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { seeKnown } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { speakerIn } from "#app/http/middleware/client-hash.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";

export const suggestPerfumeForm = defineForm(
  "suggest-perfume",
  z.object({ nombre_perfume: perfumeNameField(), marca_perfume: brandField() }),
  {
    labels: { nombre_perfume: "suggest.perfumeName", marca_perfume: "suggest.perfumeBrand" },
    incomplete: "home.errorEmpty",
  },
);

/** Stores a suggestion of a perfume that the catalogue lacks (RULES.md 6.1); links one that already exists. */
export async function suggestPerfume(context: Readonly<RouterContextProvider>, form: FormData) {
  const lang = context.get(language);
  const sent = suggestPerfumeForm.parse(form, lang);
  const limit = limitOf(context, "suggestion");
  const options = { failureMessage: "home.errorSubmit", limit } as const;
  return attempt(context, sent, options, async (values) => {
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (!isFromProgram(form)) {
      const { nombre_perfume: nombre, marca_perfume: marca } = values;
      const by = await speakerIn(context);
      const suggestion = { nombre, marca, by, language: lang };
      const result = await keepSuggestion(context.get(database), suggestion, new Date());
      if (result.outcome !== "stored") await limit.forgive();
      if (result.outcome === "known")
        return refuse(context, sent, 409, {
          message: "home.known",
          links: [
            {
              to: inLanguage(lang, perfumePath(result.perfume)),
              text: seeKnown(lang, result.perfume.nombre),
            },
          ],
        });
    }
    return redirectWithMessage(context, inLanguage(lang, "/#explore"), "home.suggested");
  });
}
