import { Form, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { isTokenGood } from "../../accounts/account-tokens.ts";
import { confirmEmail } from "../../accounts/confirmation.ts";
import { sendLink } from "../../accounts/links.ts";
import { attempt } from "../../forms/attempt.ts";
import { emailField } from "../../forms/fields.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { message } from "../../i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { confirmationEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { inEqualTime } from "../../accounts/equal-time.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitEmails } from "../../middleware/rate-limits.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { AuthPage } from "./auth-page.tsx";
import { Submit, useSending } from "../../ui/submit.tsx";
import type { Route } from "./+types/confirm";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

const schema = z.object({ email: emailField("auth.fillIn", "auth.emailInvalid") });

/** Opening the link only looks: mail scanners open links (design §4). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  if (token === null) return { token: null, dead: null };
  const good = await isTokenGood(context.get(database), token, "confirm", new Date());
  return good
    ? { token, dead: null }
    : { token: null, dead: message(context.get(language), "auth.linkSpent") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return attempt(context, form, "auth.failed", () =>
    form.has("token")
      ? confirm(context, form, url.searchParams.get("redirectTo"))
      : resend(context, form),
  );
}

async function confirm(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  redirectTo: string | null,
) {
  const userId = await confirmEmail(context.get(database), textOf(form, "token"), new Date());
  if (userId === null) return refuse(context, form, 410, { message: "auth.linkSpent" });
  return toSignIn(context, "auth.confirmed", redirectTo);
}

async function resend(context: Readonly<RouterContextProvider>, form: FormData) {
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { email } = checked.value;
  const wait = await limitEmails(context, "resends", email);
  if (wait !== null) return refuseTooMany(context, form, wait);

  const lang = context.get(language);
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
}

function toSignIn(
  context: Readonly<RouterContextProvider>,
  said: "auth.confirmed" | "auth.resent",
  redirectTo: string | null = null,
) {
  const signIn = inLanguage(context.get(language), "/auth");
  return redirectWithMessage(context, withRedirectTo(signIn, redirectTo), said);
}

export default function Confirm({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("confirm");
  const { token, dead } = loaderData;
  const confirming = token !== null && refusal === undefined;
  return (
    <AuthPage
      title={t("auth.confirmTitle")}
      lead={confirming ? t("auth.confirmText") : (!refusal && dead) || t("auth.resendText")}
      refusal={refusal}
    >
      <Form method="post" className="form label">
        <fieldset role="none" disabled={sending}>
          {confirming ? (
            <input type="hidden" name="token" value={token} />
          ) : (
            <EmailField refusal={refusal} />
          )}
          <Submit intent="confirm" sending={sending}>
            {t(confirming ? "auth.confirmButton" : "auth.sendLink")}
          </Submit>
        </fieldset>
      </Form>
    </AuthPage>
  );
}
