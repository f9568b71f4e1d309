import { Form, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { accountOfToken, isTokenGood } from "#app/domain/accounts/account-tokens.ts";
import { confirmEmail, exchangeForReset, sendLink } from "#app/domain/accounts/email-links.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { emailField, hiddenField, passwordField } from "#app/http/forms/form-fields.ts";
import { readForm, textOf } from "#app/http/forms/read-form.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import { message } from "#app/i18n/messages.server.ts";
import { inLanguage, withRedirectTo } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import { inEqualTime } from "#app/domain/accounts/min-duration.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitEmail } from "#app/http/middleware/email-limits.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { EmailField } from "#app/ui/account-fields.tsx";
import { Field } from "#app/ui/fields.tsx";
import { AuthPage } from "#app/ui/account-page.tsx";
import { checkPasswordOfLink } from "#app/http/middleware/check-password.ts";
import { useSiteForm } from "#app/ui/site-form.ts";
import { Controls, Submit, useSending } from "#app/ui/submit.tsx";
import type { Route } from "./+types/confirm";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Confirms the address of the link's account with the password that was chosen at sign up, because a stranger may have
 * registered the address: a click alone would open an account to them that only they know the password of (RULES.md 7.4).
 */
const confirmForm = defineForm(
  "confirm",
  z.object({ token: hiddenField(), password: passwordField() }),
  { labels: { password: "auth.password" } },
);

const wrongPassword = {
  message: "auth.wrongSignUpPassword",
  fields: { password: "auth.wrongSignUpPassword" },
} as const;

/** For who holds the mailbox and does not know the password: they may choose one. */
const choosePasswordForm = defineForm("choose-password", z.object({ token: hiddenField() }), {
  labels: {},
});

/** Asks for another link. */
const resendForm = defineForm(
  "resend",
  z.object({ email: emailField("auth.fillIn", "auth.emailInvalid") }),
  { labels: { email: "auth.email" } },
);

/** Only checks the link, because mail scanners open links; the form uses it (RULES.md 7.4). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const constraints = { confirm: confirmForm.constraints, resend: resendForm.constraints };
  const token = url.searchParams.get("token");
  if (token === null) return { constraints };
  return (await isTokenGood(context.get(database), token, "confirm", new Date()))
    ? { constraints, token }
    : { constraints, expired: message(context.get(language), "auth.linkSpent") };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const redirectTo = url.searchParams.get("redirectTo");
  if (!form.has("token")) return resend(context, form);
  return form.get("intent") === choosePasswordForm.id
    ? choosePassword(context, form, redirectTo)
    : confirm(context, form, redirectTo);
}

async function confirm(context: Context, form: FormData, redirectTo: string | null) {
  const db = context.get(database);
  const sent = confirmForm.parse(form, context.get(language));
  const account = await accountOfToken(db, textOf(form, "token"), "confirm", new Date());
  if (account === null) return linkSpent(context);
  return attempt(context, sent, "auth.failed", async ({ token, password }) => {
    const result = await checkPasswordOfLink(context, account.email, password);
    if (result.outcome === "too-many") return refuseTooMany(context, sent, result.retryAfter);
    if (result.outcome === "wrong") return refuse(context, sent, 401, wrongPassword);
    if ((await confirmEmail(db, token, new Date())) === null) return linkSpent(context);
    return toSignIn(context, "auth.confirmed", redirectTo);
  });
}

function choosePassword(context: Context, form: FormData, redirectTo: string | null) {
  const lang = context.get(language);
  const sent = choosePasswordForm.parse(form, lang);
  return attempt(context, sent, "auth.failed", async ({ token }) => {
    const reset = await exchangeForReset(context.get(database), token, new Date());
    if (reset === null) return linkSpent(context);
    const path = `${inLanguage(lang, "/auth/reset")}?token=${reset}`;
    return redirect(withRedirectTo(path, redirectTo), 303);
  });
}

function linkSpent(context: Context) {
  const instead = resendForm.parse(new FormData(), context.get(language));
  return refuse(context, { ...instead, submission: null }, 410, { message: "auth.linkSpent" });
}

function resend(context: Context, form: FormData) {
  const lang = context.get(language);
  const sent = resendForm.parse(form, lang);
  const limit = limitOf(context, "resend");
  return attempt(context, sent, { failureMessage: "auth.failed", limit }, async ({ email }) => {
    const wait = await limitEmail(context, "resend", email);
    if (wait !== null) return refuseTooMany(context, sent, wait);

    const target = { origin: context.get(config).origin, language: lang };
    await inEqualTime(sendLink(context.get(database), email, "confirm", target, new Date()));
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
  const { constraints, expired } = loaderData;
  const kept = refusal?.initialValue?.token;
  const token = loaderData.token ?? (typeof kept === "string" ? kept : undefined);
  const confirming = token !== undefined && refusal?.form !== "resend";
  const intent = confirming ? "confirm" : "resend";
  const sending = useSending(intent);
  const { formProps, fields } = useSiteForm<"email" | "password">(intent, {
    constraints: constraints[intent],
    refusal,
  });
  return (
    <AuthPage
      title={t("auth.confirmTitle")}
      lead={confirming ? t("auth.confirmText") : (!refusal && expired) || t("auth.resendText")}
      refusal={refusal}
    >
      <Form method="post" className="form label" {...formProps}>
        <Controls name={t("auth.confirmTitle")} sending={sending}>
          {confirming ? (
            <>
              <input type="hidden" name="token" value={token} />
              <Field
                field={fields.password}
                type="password"
                label={t("auth.password")}
                autoComplete="current-password"
              />
            </>
          ) : (
            <EmailField field={fields.email} />
          )}
          <Submit intent={intent} sending={sending}>
            {t(confirming ? "auth.confirmButton" : "auth.sendLink")}
          </Submit>
        </Controls>
      </Form>
      {confirming && <ChoosePassword token={token} />}
    </AuthPage>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const { t } = useTranslations();
  const sending = useSending("choose-password");
  return (
    <Form method="post" className="form">
      <p className="soft">{t("auth.chooseText")}</p>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value="choose-password" />
      <button className="button" disabled={sending}>
        {t("auth.chooseButton")}
      </button>
    </Form>
  );
}
