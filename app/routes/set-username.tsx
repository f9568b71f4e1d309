import { Form, redirect } from "react-router";
import { z } from "zod";
import { saveProfile } from "../accounts/profiles.ts";
import { usernameFault } from "../accounts/usernames.ts";
import { attempt } from "../forms/attempt.ts";
import { readForm } from "../forms/read-form.ts";
import { refuse, refuseTooMany } from "../forms/refusal.ts";
import { validate } from "../forms/validate.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import { inLanguage } from "../i18n/paths.ts";
import { useTranslations } from "../i18n/translations.ts";
import { database, language, currentUser } from "../middleware/context.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { limitUser } from "../middleware/rate-limits.ts";
import { pathAfterSignIn } from "../server/safe-redirect.ts";
import { UsernameField } from "../ui/account-fields.tsx";
import { AuthPage } from "./auth/auth-page.tsx";
import { Submit, useSending } from "../ui/submit.tsx";
import type { Route } from "./+types/set-username";

export { deliver as clientAction } from "../forms/deliver.ts";
export { refusalHeaders as headers } from "../forms/refusal.ts";

const faults = {
  "too-short": "username.tooShort",
  "too-long": "username.tooLong",
  characters: "username.characters",
  reserved: "auth.usernameTaken",
} as const satisfies Record<string, MessageKey>;

const schema = z.object({
  nombre_usuario: z
    .string("username.tooShort")
    .trim()
    .toLowerCase()
    .superRefine((name, context) => {
      const fault = usernameFault(name);
      if (fault !== null) context.addIssue({ code: "custom", message: faults[fault] });
    }),
});

const taken = {
  message: "auth.usernameTaken",
  fields: { nombre_usuario: "auth.usernameTaken" },
} as const;

export function loader({ url, context }: Route.LoaderArgs) {
  const lang = context.get(language);
  const user = context.get(currentUser);
  const redirectTo = url.searchParams.get("redirectTo");
  if (!user) throw redirect(inLanguage(lang, "/auth"));
  if (user.username !== null) throw redirect(pathAfterSignIn(redirectTo, lang));
  return { redirectTo };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const lang = context.get(language);
  const user = context.get(currentUser);
  if (!user) throw redirect(inLanguage(lang, "/auth"), 303);
  if (user.username !== null) throw redirect(inLanguage(lang, "/"), 303);
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  return attempt(context, form, "username.failed", async () => {
    const wait = await limitUser(context, user.userId);
    if (wait !== null) return refuseTooMany(context, form, wait);
    const username = checked.value.nombre_usuario;
    const outcome = await saveProfile(context.get(database), user.userId, { username });
    if (outcome === "taken") return refuse(context, form, 409, taken);
    if (outcome === "no-such-person")
      return refuse(context, form, 401, { message: "username.errorStatus" });
    return redirectWithMessage(
      context,
      pathAfterSignIn(form.get("redirectTo"), lang),
      "username.saved",
    );
  });
}

export default function SetUsername({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("set-username");
  return (
    <AuthPage title={t("setup.title")} lead={t("setup.text")} refusal={refusal}>
      <Form method="post" className="form label">
        <fieldset role="none" disabled={sending}>
          {loaderData.redirectTo !== null && (
            <input type="hidden" name="redirectTo" value={loaderData.redirectTo} />
          )}
          <UsernameField lowercase refusal={refusal} />
          <Submit intent="set-username" sending={sending}>
            {t("setup.continue")}
          </Submit>
        </fieldset>
      </Form>
    </AuthPage>
  );
}
