import { Form } from "react-router";
import { z } from "zod";
import { isTokenGood } from "../../accounts/account-tokens.ts";
import { isStrongPassword } from "../../accounts/passwords.ts";
import { resetPassword } from "../../accounts/reset.ts";
import { attempt } from "../../forms/attempt.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse, textOf } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { message } from "../../i18n/messages.server.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { passwordChangedEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { signOut } from "../../middleware/current-user.ts";
import { NewPasswordField } from "../../ui/account-fields.tsx";
import { AuthPage } from "./auth-page.tsx";
import { Link } from "../../ui/link.tsx";
import { Submit, useSending } from "../../ui/submit.tsx";
import type { Route } from "./+types/reset";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

const schema = z.object({
  password: z
    .string("auth.fillIn")
    .min(1, { error: "auth.fillIn", abort: true })
    .refine(isStrongPassword, "auth.weakPassword"),
});

/** Opening the link only looks: mail scanners open links (design §4). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const good = await isTokenGood(context.get(database), token, "reset", new Date());
  return { token, dead: good ? null : message(context.get(language), "auth.linkSpent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const token = textOf(form, "token");
  return attempt(context, form, "auth.failed", async () => {
    const db = context.get(database);
    const lang = context.get(language);
    const spent = () => refuse(context, form, 410, { message: "auth.linkSpent" });
    // A dead link costs no hash, nor the trouble of finding a better password.
    if (!(await isTokenGood(db, token, "reset", new Date()))) return spent();
    const checked = validate(form, schema);
    if (!("value" in checked)) return refuse(context, form, 422, checked);
    const userId = await resetPassword(
      db,
      token,
      await context.get(services).passwords.hash(checked.value.password),
      (to) =>
        passwordChangedEmail(lang, {
          to,
          link: `${context.get(config).origin}${inLanguage(lang, "/auth/forgot")}`,
        }),
      new Date(),
    );
    if (userId === null) return spent();
    context.get(services).mailWorker.runSoon();
    return redirectWithMessage(context, inLanguage(lang, "/auth"), "auth.passwordChanged", {
      cookies: [await signOut(request, context)],
    });
  });
}

export default function Reset({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("reset");
  const { token, dead } = loaderData;
  if (dead !== null)
    return (
      <AuthPage title={t("auth.resetTitle")} lead={refusal ? undefined : dead} refusal={refusal}>
        <Link className="button main" to="/auth/forgot">
          {t("auth.newLink")}
        </Link>
      </AuthPage>
    );
  return (
    <AuthPage title={t("auth.resetTitle")} refusal={refusal}>
      <Form method="post" className="form label">
        <fieldset role="none" disabled={sending}>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField label={t("auth.newPassword")} refusal={refusal} />
          <Submit intent="reset" sending={sending}>
            {t("auth.savePassword")}
          </Submit>
        </fieldset>
      </Form>
    </AuthPage>
  );
}
