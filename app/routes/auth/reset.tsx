import { data } from "react-router";
import { z } from "zod";
import { isEasyToGuess } from "#app/domain/accounts/common-passwords.ts";
import { accountOfToken, isTokenGood } from "#app/domain/accounts/link-tokens.ts";
import { findProfile } from "#app/domain/accounts/profiles.ts";
import { resetPassword } from "#app/domain/accounts/email-links.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { commonPassword, hiddenField, newPasswordField } from "#app/http/forms/form-fields.ts";
import { readForm, textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { signOut } from "#app/http/middleware/session-cookie.ts";
import { NewPasswordField } from "#app/ui/account-fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { Link } from "#app/ui/link.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import type { Route } from "./+types/reset";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

const resetForm = defineForm(
  "reset",
  z.object({ token: hiddenField(), password: newPasswordField() }),
  { labels: { password: "auth.newPassword" } },
);

/** Only checks the link, because mail scanners open links; submitting the form uses the link up (RULES.md 9.4). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get("token");
  const token = asked ?? "";
  const good = await isTokenGood(context.get(database), token, "reset", new Date());
  const expired = good ? null : translatorIn(context.get(language)).t("messages:auth.linkSpent");
  const shown = { token, expired, constraints: resetForm.constraints };
  return data(shown, asked === null || good ? 200 : 410);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const db = context.get(database);
  const lang = context.get(language);
  const form = await readForm(request);
  const sent = resetForm.parse(form, lang);
  const token = textOf(form, "token");
  const linkSpent = () => {
    logSignIn(context, "passwordReset", "spent");
    return refuse(context, { ...sent, submission: null }, 410, { message: "auth.linkSpent" });
  };
  // Checked first: a used link then costs no hash, and nobody corrects a password in vain.
  const account = await accountOfToken(db, token, "reset", new Date());
  if (account === null) return linkSpent();
  return attempt(context, sent, "auth.failed", async ({ password }) => {
    const profile = await findProfile(db, account.userId);
    if (profile && isEasyToGuess(password, profile))
      return refuse(context, sent, 422, commonPassword);
    const userId = await resetPassword(
      db,
      token,
      await context.get(services).passwords.hash(password),
      { origin: context.get(config).origin, language: lang },
      new Date(),
    );
    if (userId === null) return linkSpent();
    logSignIn(context, "passwordReset", "ok", { userId });
    context.get(services).mailWorker.runSoon();
    const signIn = withRedirectTo(inLanguage(lang, "/auth"), url.searchParams.get("redirectTo"));
    return redirectWithMessage(context, signIn, "auth.passwordChanged", {
      cookies: [await signOut(request, context)],
    });
  });
}

export default function Reset({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { token, expired, constraints } = loaderData;
  const form = useSiteForm<"password">("reset", { constraints, refusal });
  if (expired !== null)
    return (
      <FormPage title={t("auth.resetTitle")} lead={refusal ? undefined : expired} refusal={refusal}>
        <Link className="button main" to="/auth/forgot">
          {t("auth.newLink")}
        </Link>
      </FormPage>
    );
  return (
    <FormPage title={t("auth.resetTitle")} refusal={refusal}>
      <SiteForm of={form} name={t("auth.resetTitle")} submit={t("auth.savePassword")}>
        <input type="hidden" name="token" value={token} />
        <NewPasswordField label={t("auth.newPassword")} field={form.fields.password} />
      </SiteForm>
    </FormPage>
  );
}
