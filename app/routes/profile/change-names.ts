import { z } from "zod";
import { saveProfile } from "#app/domain/accounts/profiles.ts";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { maxUsername, minUsername, usernameFault } from "#app/domain/accounts/usernames.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { filledLine, fullNameField } from "#app/http/forms/form-fields.ts";
import { admit, underLimit } from "#app/http/forms/gate.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";

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

/** The username is checked only if it changed (RULES.md 12.2). */
export async function changeNames(context: RequestContext, user: CurrentUser, form: FormData) {
  const lang = context.get(language);
  const sent = namesForm.parse(form, lang);
  const gate = {
    failure: "profile.errorUpdate",
    words: { "no-such-person": "auth.signInAgain" },
  } as const;
  return admit(context, sent, gate, async (values) => {
    const { nombre_usuario: username, nombre_completo: fullName } = values;
    const fault = username === user.username ? null : usernameFault(username);
    if (fault !== null)
      throw new Refused(fault === "reserved" ? "reserved-username" : "wrong-username");
    const names = { username, fullName };
    await underLimit(context, "names", () =>
      saveProfile(context.get(database), user.userId, names),
    );
    return redirectWithMessage(context, inLanguage(lang, "/profile"), "profile.saved");
  });
}
