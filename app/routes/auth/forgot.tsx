import { Form } from "react-router";
import { z } from "zod";
import { sendLink } from "../../accounts/links.ts";
import { attempt } from "../../forms/attempt.ts";
import { emailField } from "../../forms/fields.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuse, refuseTooMany } from "../../forms/refusal.ts";
import { validate } from "../../forms/validate.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { resetEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitEmails } from "../../middleware/rate-limits.ts";
import { inEqualTime } from "../../accounts/equal-time.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { AuthPage } from "./auth-page.tsx";
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
    const address = `${context.get(config).origin}${inLanguage(lang, "/auth/reset")}`;
    await inEqualTime(
      sendLink(
        context.get(database),
        email,
        "reset",
        (to, token) => resetEmail(lang, { to, link: `${address}?token=${token}` }),
        new Date(),
      ),
    );
    context.get(services).mailWorker.runSoon();
    return redirectWithMessage(context, inLanguage(lang, "/auth"), "auth.resetSent");
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
