import { Form, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { isTokenGood } from "../../accounts/account-tokens.ts";
import { confirmEmail } from "../../accounts/confirmation.ts";
import { sendLink } from "../../accounts/email-links.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { emailField, hiddenField } from "../../forms/fields.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { message } from "../../i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { confirmationEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { inEqualTime } from "../../accounts/min-duration.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitEmails } from "../../middleware/rate-limits.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { AuthPage } from "./auth-page.tsx";
import { useSiteForm } from "../../ui/form.ts";
import { Controls, Submit, useSending } from "../../ui/submit.tsx";
import type { Route } from "./+types/confirm";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

type Context = Readonly<RouterContextProvider>;

/** Confirms the address of the link's account. */
const confirmForm = defineForm("confirm", z.object({ token: hiddenField() }), { labels: {} });

/** Asks for another link. */
const resendForm = defineForm(
  "resend",
  z.object({ email: emailField("auth.fillIn", "auth.emailInvalid") }),
  { labels: { email: "auth.email" } },
);

/** Only checks the link, because mail scanners open links; the form uses it (RULES.md 7.4). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { constraints } = resendForm;
  const token = url.searchParams.get("token");
  if (token === null) return { token: null, expired: null, constraints };
  const good = await isTokenGood(context.get(database), token, "confirm", new Date());
  return good
    ? { token, expired: null, constraints }
    : { token: null, expired: message(context.get(language), "auth.linkSpent"), constraints };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return form.has("token")
    ? confirm(context, form, url.searchParams.get("redirectTo"))
    : resend(context, form);
}

function confirm(context: Context, form: FormData, redirectTo: string | null) {
  const sent = confirmForm.parse(form, context.get(language));
  return attempt(context, sent, "auth.failed", async ({ token }) => {
    const userId = await confirmEmail(context.get(database), token, new Date());
    if (userId === null) {
      const instead = resendForm.parse(new FormData(), context.get(language));
      return refuse(context, { ...instead, submission: null }, 410, { message: "auth.linkSpent" });
    }
    return toSignIn(context, "auth.confirmed", redirectTo);
  });
}

function resend(context: Context, form: FormData) {
  const lang = context.get(language);
  const sent = resendForm.parse(form, lang);
  return attempt(context, sent, "auth.failed", async ({ email }) => {
    const wait = await limitEmails(context, "resends", email);
    if (wait !== null) return refuseTooMany(context, sent, wait);

    const address = `${context.get(config).origin}${inLanguage(lang, "/auth/confirm")}`;
    await inEqualTime(
      sendLink(
        context.get(database),
        email,
        "confirm",
        (to, token) => confirmationEmail(lang, { to, link: `${address}?token=${token}` }),
        new Date(),
      ),
    );
    context.get(services).mailWorker.runSoon();
    return toSignIn(context, "auth.resent");
  });
}

function toSignIn(
  context: Context,
  key: "auth.confirmed" | "auth.resent",
  redirectTo: string | null = null,
) {
  const signIn = inLanguage(context.get(language), "/auth");
  return redirectWithMessage(context, withRedirectTo(signIn, redirectTo), key);
}

export default function Confirm({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { token, expired, constraints } = loaderData;
  const confirming = token !== null && refusal?.form !== "resend";
  const intent = confirming ? "confirm" : "resend";
  const sending = useSending(intent);
  const { formProps, fields } = useSiteForm<"email">(intent, { constraints, refusal });
  return (
    <AuthPage
      title={t("auth.confirmTitle")}
      lead={confirming ? t("auth.confirmText") : (!refusal && expired) || t("auth.resendText")}
      refusal={refusal}
    >
      <Form method="post" className="form label" {...formProps}>
        <Controls name={t("auth.confirmTitle")} sending={sending}>
          {confirming ? (
            <input type="hidden" name="token" value={token} />
          ) : (
            <EmailField field={fields.email} />
          )}
          <Submit intent={intent} sending={sending}>
            {t(confirming ? "auth.confirmButton" : "auth.sendLink")}
          </Submit>
        </Controls>
      </Form>
    </AuthPage>
  );
}
