import { redirect } from "react-router";
import { z } from "zod";
import { saveProfile } from "#app/domain/accounts/profiles.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField, lowercaseUsernameField } from "#app/http/forms/form-fields.ts";
import { admit, underLimit } from "#app/http/forms/gate.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { database, language, currentUser } from "#app/http/middleware/context.ts";
import { pathAfterSignIn } from "#app/http/safe-redirect.ts";
import { AcceptedBySigningUp } from "#app/ui/accepted-by-signing-up.tsx";
import { UsernameField } from "#app/ui/account-fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import type { Route } from "./+types/set-username";
import { arrive } from "./auth/arrive.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

const setUsernameForm = defineForm(
  "set-username",
  z.object({
    nombre_usuario: lowercaseUsernameField({
      missing: "username.tooShort",
      tooShort: "username.tooShort",
      tooLong: "username.tooLong",
      characters: "username.characters",
    }),
    redirectTo: hiddenField(),
  }),
  { labels: { nombre_usuario: "auth.username" } },
);

export function loader({ url, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const user = context.get(currentUser);
  const redirectTo = url.searchParams.get("redirectTo");
  if (!user) throw redirect(inLanguage(lang, "/auth"));
  if (user.username !== null) throw redirect(pathAfterSignIn(redirectTo, lang));
  return { redirectTo, constraints: setUsernameForm.constraints };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const lang = context.get(language);
  const user = context.get(currentUser);
  if (!user) throw redirect(inLanguage(lang, "/auth"), 303);
  if (user.username !== null) throw redirect(pathAfterSignIn(form.get("redirectTo"), lang), 303);
  const sent = setUsernameForm.parse(form, lang);
  const gate = {
    failure: "username.failed",
    words: { "no-such-person": "username.errorStatus" },
  } as const;
  return admit(context, sent, gate, async ({ nombre_usuario, redirectTo }) => {
    const names = { username: nombre_usuario };
    await underLimit(context, "names", () =>
      saveProfile(context.get(database), user.userId, names),
    );
    context.set(currentUser, { ...user, username: nombre_usuario });
    return arrive(request, context, pathAfterSignIn(redirectTo, lang), "username.saved");
  });
}

export default function SetUsername({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { constraints, redirectTo } = loaderData;
  const form = useSiteForm<"nombre_usuario">("set-username", { constraints, refusal });
  return (
    <FormPage title={t("setup.title")} lead={t("setup.text")} refusal={refusal}>
      <SiteForm of={form} name={t("setup.title")} submit={t("setup.continue")}>
        {redirectTo !== null && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <UsernameField lowercase field={form.fields.nombre_usuario} />
        <AcceptedBySigningUp />
      </SiteForm>
    </FormPage>
  );
}
