import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { perfumePath } from "../../catalog/slugs.ts";
import { suggestPerfume as notePerfume } from "../../community/suggestions.ts";
import { filled, longestName } from "../../forms/fields.ts";
import { isFromProgram } from "../../forms/honeypot.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { seeKnown } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language, currentUser } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUserOrClient } from "../../middleware/rate-limits.ts";

const name = filled("home.errorEmpty").pipe(z.string().max(longestName, "home.errorTooLong"));
const schema = z.object({ nombre_perfume: name, marca_perfume: name });

/** Notes a perfume that the catalogue lacks (spec.md §5); one that it has already is linked. */
export async function suggestPerfume(context: Readonly<RouterContextProvider>, form: FormData) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { nombre_perfume: nombre, marca_perfume: marca } = checked.value;
  const wait = await limitUserOrClient(context);
  if (wait !== null) return refuseTooMany(context, form, wait);
  const lang = context.get(language);
  if (!isFromProgram(form)) {
    const userId = context.get(currentUser)?.userId ?? null;
    const noted = await notePerfume(context.get(database), { nombre, marca, userId }, new Date());
    if (noted.outcome === "known")
      return refuse(context, form, 409, {
        message: "home.known",
        link: {
          to: inLanguage(lang, perfumePath(noted.perfume)),
          text: seeKnown(lang, noted.perfume.nombre),
        },
      });
  }
  return redirectWithMessage(context, inLanguage(lang, "/#explore"), "home.suggested");
}
