import { Form, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { receiveMessage } from "../community/messages.ts";
import { attempt } from "../forms/attempt.ts";
import { emailField, filled, filledText, longestName } from "../forms/fields.ts";
import { isFromProgram } from "../forms/honeypot.ts";
import { readForm } from "../forms/read-form.ts";
import { refuse, refuseTooMany } from "../forms/refusal.ts";
import { validate } from "../forms/validate.ts";
import { defaultLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { useTranslations } from "../i18n/translations.ts";
import { contactEmail } from "../mail/emails.ts";
import { config, database, language, services } from "../middleware/context.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { limitUserOrClient } from "../middleware/rate-limits.ts";
import { Head } from "../seo/head.tsx";
import fields from "../styles/fields.css?inline";
import css from "../styles/forms.css?inline";
import { Field, fieldId, TextField } from "../ui/field.tsx";
import { Honeypot } from "../ui/honeypot.tsx";
import { Link } from "../ui/link.tsx";
import { Refused } from "../ui/refused.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Submit, useRound, useSending } from "../ui/submit.tsx";
import type { Route } from "./+types/contact";

export { deliver as clientAction } from "../forms/deliver.ts";
export { refusalHeaders as headers } from "../forms/refusal.ts";

/** characters (spec.md §5) */
const longestMessage = 1000;

const schema = z.object({
  name: filled("contact.name").pipe(z.string().max(longestName, "contact.nameTooLong")),
  email: emailField("contact.email", "contact.email"),
  message: filledText("contact.message", longestMessage, "contact.messageTooLong"),
  privacyAccepted: z.string("contact.privacy").min(1, "contact.privacy"),
});

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const checked = validate(form, schema);
  if (!("value" in checked)) return refuse(context, form, 422, checked);
  const { name, email, message } = checked.value;
  // A program is told what people are told.
  if (isFromProgram(form)) return sent(context);
  return attempt(context, form, "contact.errorMessage", async () => {
    const wait = await limitUserOrClient(context);
    if (wait !== null) return refuseTooMany(context, form, wait);
    // The operators' email is in the site's own language; what was written is as it was written.
    const notification = contactEmail(defaultLanguage, {
      to: context.get(config).contactAddress,
      name,
      email,
      message,
    });
    await receiveMessage(context.get(database), { name, email, message }, notification, new Date());
    context.get(services).mailWorker.runSoon();
    return sent(context);
  });
}

async function sent(context: Readonly<RouterContextProvider>) {
  return redirectWithMessage(
    context,
    inLanguage(context.get(language), "/contact"),
    "contact.sent",
  );
}

export default function Contact({ actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("contact");
  const round = useRound(sending, refusal);
  return (
    <div className="wrap form-page">
      <Sheet name="fields" css={fields} />
      <Sheet name="forms" css={css} />
      <Head
        title={t("contact.title")}
        description={t("contact.description")}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      <h1>{t("contact.title")}</h1>
      <p className="lead soft">{t("contact.lead")}</p>
      <Form method="post" className="form label" key={round}>
        <fieldset role="none" disabled={sending}>
          <Honeypot />
          <Field
            name="name"
            label={t("contact.name")}
            maxLength={100}
            autoComplete="name"
            refusal={refusal}
          />
          <Field
            name="email"
            type="email"
            label={t("contact.email")}
            maxLength={255}
            autoComplete="email"
            refusal={refusal}
          />
          <TextField
            name="message"
            label={t("contact.message")}
            rows={6}
            maxLength={longestMessage}
            refusal={refusal}
          />
          <Privacy refusal={refusal} />
          <Submit intent="contact" sending={sending}>
            {t("contact.submit")}
          </Submit>
        </fieldset>
      </Form>
    </div>
  );
}

function Privacy({ refusal }: { refusal: Route.ComponentProps["actionData"] }) {
  const { t } = useTranslations();
  const id = fieldId("privacyAccepted");
  const error = refusal?.errors.privacyAccepted;
  return (
    <p className="check">
      <input
        id={id}
        name="privacyAccepted"
        type="checkbox"
        value="on"
        required
        defaultChecked={refusal?.typed.privacyAccepted !== undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id}>
        {t("contact.privacyStart")} <Link to="/privacy-policy">{t("contact.privacyLink")}</Link>
      </label>
      {error && (
        <span className="wrong" id={`${id}-error`}>
          {error}
        </span>
      )}
    </p>
  );
}
