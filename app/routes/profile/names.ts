import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { saveProfile } from "../../accounts/profiles.ts";
import type { CurrentUser } from "../../accounts/sessions.ts";
import { usernameFault } from "../../accounts/usernames.ts";
import { filled, fullNameField } from "../../forms/fields.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { database, language } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser } from "../../middleware/rate-limits.ts";

const schema = z.object({ nombre_completo: fullNameField, nombre_usuario: filled("auth.fillIn") });

const taken = {
  message: "auth.usernameTaken",
  fields: { nombre_usuario: "auth.usernameTaken" },
} as const;
const format = {
  message: "auth.usernameFormat",
  fields: { nombre_usuario: "auth.usernameFormat" },
} as const;

/** Saves the names of the profile; the username is checked only if it changed (spec.md §5). */
export async function changeNames(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  form: FormData,
) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { nombre_usuario: username, nombre_completo: fullName } = checked.value;
  const fault = username === user.username ? null : usernameFault(username);
  if (fault !== null)
    return fault === "reserved"
      ? refuse(context, form, 409, taken)
      : refuse(context, form, 422, format);

  const wait = await limitUser(context, user.userId);
  if (wait !== null) return refuseTooMany(context, form, wait);
  const outcome = await saveProfile(context.get(database), user.userId, { username, fullName });
  if (outcome === "taken") return refuse(context, form, 409, taken);
  if (outcome === "no-such-person")
    return refuse(context, form, 401, { message: "auth.signInAgain" });
  return redirectWithMessage(
    context,
    inLanguage(context.get(language), "/profile"),
    "profile.saved",
  );
}
