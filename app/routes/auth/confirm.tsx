import { data, Form } from "react-router";
import { accountOfToken } from "#app/domain/accounts/link-tokens.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { EmailField, PasswordField } from "#app/ui/account-fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { useSending } from "#app/ui/submit.tsx";
import type { Route } from "./+types/confirm";
import {
  choosePassword,
  choosePasswordForm,
  confirm,
  confirmForm,
  resend,
  resendForm,
} from "./confirm-address.ts";
import { hasSignedUpHere } from "./signed-up-here.ts";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** Only checks the link, because mail scanners open links; submitting the form uses the link up (RULES.md 9.4). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const text = (key: MessageKey) => translatorIn(context.get(language)).t(`messages:${key}`);
  const token = url.searchParams.get("token");
  const account =
    token && (await accountOfToken(context.get(database), token, "confirm", new Date()));
  const here = Boolean(account && (await hasSignedUpHere(request, context, account.userId)));
  const expired = token !== null && !account;
  const shown = {
    constraints: { confirm: confirmForm.constraints, resend: resendForm.constraints },
    token: account ? token : undefined,
    here,
    lead: text(here ? "auth.confirmHereText" : "auth.confirmText"),
    choose: text("auth.chooseText"),
    expired: expired ? text("auth.linkSpent") : undefined,
  };
  return data(shown, expired ? 410 : 200);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const redirectTo = url.searchParams.get("redirectTo");
  if (!form.has("token")) return resend(context, form);
  return form.get("intent") === choosePasswordForm.id
    ? choosePassword(context, form, redirectTo)
    : confirm(request, context, form, redirectTo);
}

export default function Confirm({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const { constraints, choose, lead, expired, here } = loaderData;
  const kept = refusal?.initialValue?.token;
  const token = loaderData.token ?? (typeof kept === "string" ? kept : undefined);
  const confirming = token !== undefined && refusal?.form !== "resend";
  const intent = confirming ? "confirm" : "resend";
  const form = useSiteForm<"email" | "password">(intent, {
    constraints: constraints[intent],
    refusal,
  });
  return (
    <FormPage
      title={t("auth.confirmTitle")}
      lead={confirming ? lead : (!refusal && expired) || t("auth.resendText")}
      refusal={refusal}
    >
      {!confirming && !refusal && expired && <p className="soft">{t("auth.resendText")}</p>}
      <SiteForm
        of={form}
        name={t("auth.confirmTitle")}
        submit={t(confirming ? "auth.confirmButton" : "auth.sendLink")}
      >
        {confirming ? (
          <>
            <input type="hidden" name="token" value={token} />
            {!here && <PasswordField field={form.fields.password} />}
          </>
        ) : (
          <EmailField field={form.fields.email} />
        )}
      </SiteForm>
      {confirming && !here && <ChoosePassword token={token} text={choose} />}
    </FormPage>
  );
}

function ChoosePassword({ token, text }: { token: string; text: string }) {
  const { t } = useTranslations();
  const sending = useSending("choose-password");
  return (
    <Form method="post" className="form">
      <p className="soft">{text}</p>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value="choose-password" />
      <button className="button" disabled={sending}>
        {t("auth.chooseButton")}
      </button>
    </Form>
  );
}
