import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { suggestDupe as noteDupe } from "../../community/suggestions.ts";
import { filled, longestName } from "../../forms/fields.ts";
import { isFromProgram } from "../../forms/honeypot.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { seeKnown } from "../../i18n/messages.server.ts";
import { database, language, currentUser } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUserOrClient } from "../../middleware/rate-limits.ts";
import { type Place, unidentified } from "./place.ts";

const name = filled("perfume.errorSuggestion").pipe(
  z.string().max(longestName, "home.errorTooLong"),
);
const schema = z.object({ nombre_dupe: name, marca_dupe: name });

/** Notes a dupe that the page lacks (spec.md §5); one that it has already is linked. */
export async function suggestDupe(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { nombre_dupe: nombre, marca_dupe: marca } = checked.value;
  const wait = await limitUserOrClient(context);
  if (wait !== null) return refuseTooMany(context, form, wait);
  if (!isFromProgram(form)) {
    const userId = context.get(currentUser)?.userId ?? null;
    const suggestion = { perfumeId, nombre, marca, userId };
    const noted = await noteDupe(context.get(database), suggestion, new Date());
    if (noted.outcome === "no-such-perfume") throw unidentified(context);
    if (noted.outcome === "known")
      return refuse(context, form, 409, {
        message: "perfume.known",
        link: {
          to: `${path}#dupe-${noted.dupeId}`,
          text: seeKnown(context.get(language), nombre),
        },
      });
  }
  return redirectWithMessage(context, path, "perfume.suggested");
}
