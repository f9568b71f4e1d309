import { Form } from "react-router";
import { z } from "zod";
import { sendLink } from "../../accounts/email-links.ts";
import { attempt } from "../../forms/attempt.ts";
import { defineForm } from "../../forms/define-form.ts";
import { emailField } from "../../forms/fields.ts";
import { readForm } from "../../forms/read-form.ts";
import { refuseTooMany } from "../../forms/refusal.ts";
import { inLanguage } from "../../i18n/paths.ts";
import { useTranslations } from "../../i18n/translations.ts";
import { resetEmail } from "../../mail/emails.ts";
import { config, database, language, services } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitEmails } from "../../middleware/rate-limits.ts";
import { inEqualTime } from "../../accounts/min-duration.ts";
import { EmailField } from "../../ui/account-fields.tsx";
import { AuthPage } from "./auth-page.tsx";
import { useSiteForm } from "../../ui/form.ts";
import { Controls, Submit, useSending } from "../../ui/submit.tsx";
import type { Route } from "./+types/forgot";

export { deliver as clientAction } from "../../forms/deliver.ts";
export { refusalHeaders as headers } from "../../forms/refusal.ts";

const forgotForm = defineForm(
  "forgot",
  z.object({ email: emailField("auth.fillIn", "auth.emailInvalid") }),
  { labels: { email: "auth.email" } },
);

export function loader() {
  return { constraints: forgotForm.constraints };
}

export async function action({ request, context }: Route.ActionArgs) {
  const lang = context.get(language);
  const sent = forgotForm.parse(await readForm(request), lang);
  return attempt(context, sent, "auth.failed", async ({ email }) => {
    const wait = await limitEmails(context, "resets", email);
    if (wait !== null) return refuseTooMany(context, sent, wait);

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

export default function Forgot({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("forgot");
  const { constraints } = loaderData;
  const { formProps, fields } = useSiteForm<"email">("forgot", { constraints, refusal });
  return (
    <AuthPage title={t("auth.forgotTitle")} lead={t("auth.forgotText")} refusal={refusal}>
      <Form method="post" className="form label" {...formProps}>
        <Controls name={t("auth.forgotTitle")} sending={sending}>
          <EmailField field={fields.email} />
          <Submit intent="forgot" sending={sending}>
            {t("auth.sendLink")}
          </Submit>
        </Controls>
      </Form>
    </AuthPage>
  );
}
