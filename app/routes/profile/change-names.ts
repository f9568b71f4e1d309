import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { saveProfile } from "#app/domain/accounts/profiles.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { maxUsername, minUsername, usernameFault } from "#app/domain/accounts/usernames.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import {
  filledLine,
  fullNameField,
  usernameReserved,
  usernameTaken,
} from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";

export const namesForm = defineForm(
  "save",
  z.object({
    nombre_completo: fullNameField(),
    nombre_usuario: filledLine("auth.missingUsername", maxUsername, "auth.usernameFormat"),
  }),
  {
    incomplete: "auth.fillIn",
    labels: { nombre_completo: "auth.fullName", nombre_usuario: "auth.username" },
    constraints: {
      nombre_usuario: { minLength: minUsername, maxLength: maxUsername },
    },
  },
);

const format = {
  message: "auth.usernameFormat",
  fields: { nombre_usuario: "auth.usernameFormat" },
} as const;

/** The username is checked only if it changed (RULES.md 12.2). */
export async function changeNames(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  form: FormData,
) {
  const lang = context.get(language);
  const sent = namesForm.parse(form, lang);
  return attempt(context, sent, "profile.errorUpdate", async (values) => {
    const { nombre_usuario: username, nombre_completo: fullName } = values;
    const fault = username === user.username ? null : usernameFault(username);
    if (fault === "reserved") return refuse(context, sent, 422, usernameReserved);
    if (fault !== null) return refuse(context, sent, 422, format);

    const limit = limitOf(context, "names");
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);
    const names = { username, fullName };
    const outcome = await saveProfile(context.get(database), user.userId, names);
    if (outcome !== "saved") await limit.forgive();
    if (outcome === "taken") return refuse(context, sent, 409, usernameTaken);
    if (outcome === "no-such-person")
      return refuse(context, sent, 401, { message: "auth.signInAgain" });
    return redirectWithMessage(context, inLanguage(lang, "/profile"), "profile.saved");
  });
}
