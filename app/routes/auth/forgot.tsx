import { z } from "zod";
import { sendLink } from "#app/domain/accounts/email-links.ts";
import { findAccount, inEqualTime } from "#app/domain/accounts/credentials.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { emailField } from "#app/http/forms/form-fields.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuseTooMany } from "#app/http/forms/refusal.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import {
  config,
  database,
  language,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import { placeOf } from "#app/http/middleware/known-device.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitReset } from "#app/http/middleware/email-limits.ts";
import { EmailField } from "#app/ui/account-fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import type { Route } from "./+types/forgot";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

const forgotForm = defineForm(
  "forgot",
  z.object({ email: emailField("auth.missingEmail", "auth.emailInvalid") }),
  { labels: { email: "auth.email" } },
);

export function loader() {
  return { constraints: forgotForm.constraints };
}

export async function action({ request, context }: Route.ActionArgs) {
  const lang = context.get(language);
  const sent = forgotForm.parse(await readForm(request), lang);
  return attempt(context, sent, "auth.failed", async ({ email }) => {
    const wait = await inEqualTime(askForLink(request, context, email));
    if (wait !== null) return refuseTooMany(context, sent, wait);
    context.get(services).mailWorker.runSoon();
    return redirectWithMessage(context, inLanguage(lang, "/auth"), "auth.resetSent");
  });
}

async function askForLink(request: Request, context: RequestContext, email: string) {
  const db = context.get(database);
  const account = await findAccount(db, email);
  const place = account ? await placeOf(request, context, account.userId) : "unknown";
  const wait = await limitReset(context, email, place);
  logSignIn(context, "resetAsked", wait === null ? "ok" : "too-many", {
    userId: account?.userId,
    email,
  });
  if (wait !== null) return wait;
  const target = { origin: context.get(config).origin, language: context.get(language) };
  await sendLink(db, email, "reset", target, new Date());
  return null;
}

export default function Forgot({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const form = useSiteForm<"email">("forgot", { ...loaderData, refusal });
  return (
    <FormPage title={t("auth.forgotTitle")} lead={t("auth.forgotText")} refusal={refusal}>
      <SiteForm of={form} name={t("auth.forgotTitle")} submit={t("auth.sendLink")}>
        <EmailField field={form.fields.email} />
      </SiteForm>
    </FormPage>
  );
}
