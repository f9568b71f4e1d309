import { Form, redirect } from "react-router";
import { z } from "zod";
import { sendLink } from "../../accounts/links.ts";
import { config } from "../../config.ts";
import { attempt } from "../../forms/attempt.ts";
import { emailField } from "../../forms/fields.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { resetEmail } from "../../mail/emails.ts";
import { database, language } from "../../request/context.ts";
import { flashed } from "../../request/flash.ts";
import { limitEmails } from "../../request/limited.ts";
import { sender } from "../../request/mail.ts";
import { inEqualTime } from "../../request/equal-time.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { AuthPage } from "../../ui/auth-page.tsx";
import { Submit, useSending } from "../../ui/submit.tsx";
import type { Route } from "./+types/forgot";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

const schema = z.object({ email: emailField("auth.fillIn", "auth.emailInvalid") });

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { email } = checked.value;
  return attempt(context, form, "auth.failed", async () => {
    const wait = await limitEmails(context, "resets", email);
    if (wait !== null) return refuseTooMany(context, form, wait);

    const lang = context.get(language);
    const address = `${config.origin}${inLanguage(lang, "/auth/reset")}`;
    await inEqualTime(
      sendLink(
        context.get(database),
        email,
        "reset",
        (to, token) => resetEmail(lang, { to, link: `${address}?token=${token}` }),
        new Date(),
      ),
    );
    sender.runSoon();
    return redirect(inLanguage(lang, "/auth"), {
      status: 303,
      headers: { "Set-Cookie": await flashed("auth.resetSent") },
    });
  });
}

export default function Forgot({ actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("forgot");
  return (
    <AuthPage title={t("auth.forgotTitle")} lead={t("auth.forgotText")} refusal={refusal}>
      <Form method="post" className="form label">
        <fieldset role="none" disabled={sending}>
          <EmailField refusal={refusal} />
          <Submit intent="forgot" sending={sending}>
            {t("auth.sendLink")}
          </Submit>
        </fieldset>
      </Form>
    </AuthPage>
  );
}
