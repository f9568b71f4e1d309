import { getInputProps } from "@conform-to/react";
import { Form, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { receiveMessage } from "../community/messages.ts";
import { attempt } from "../forms/attempt.ts";
import { defineForm } from "../forms/define-form.ts";
import { emailField, nameField, textField } from "../forms/fields.ts";
import { isFromProgram } from "../forms/honeypot.ts";
import { readForm } from "../forms/read-form.ts";
import { type Refusal, refuseTooMany } from "../forms/refusal.ts";
import type { Constraints } from "../forms/sent-form.ts";
import { defaultLanguage } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import { useTranslations } from "../i18n/translations.ts";
import { contactEmail } from "../mail/emails.ts";
import { config, database, language, services } from "../middleware/context.ts";
import { redirectWithMessage } from "../middleware/flash.ts";
import { limitUserOrClient } from "../middleware/rate-limits.ts";
import { Head } from "../seo/head.tsx";
import fieldsCss from "../styles/fields.css?inline";
import css from "../styles/forms.css?inline";
import { Field, FieldError, TextField } from "../ui/field.tsx";
import { type TextFieldMetadata, useSiteForm } from "../ui/form.ts";
import { Honeypot } from "../ui/honeypot.tsx";
import { Link } from "../ui/link.tsx";
import { Refused } from "../ui/refused.tsx";
import { Sheet } from "../ui/style-sheet.tsx";
import { Controls, Submit, useFormKey, useSending } from "../ui/submit.tsx";
import type { Route } from "./+types/contact";

export { deliver as clientAction } from "../forms/deliver.ts";
export { refusalHeaders as headers } from "../forms/refusal.ts";

/** characters (RULES.md 3.2) */
const maxMessage = 1000;

const contactForm = defineForm(
  "contact",
  z.object({
    name: nameField("contact.name", "contact.nameTooLong"),
    email: emailField("contact.email", "contact.email"),
    message: textField("contact.message", maxMessage, "contact.messageTooLong"),
    privacyAccepted: z.string("contact.privacy").refine(Boolean, "contact.privacy"),
  }),
  {
    labels: {
      name: "contact.name",
      email: "contact.email",
      message: "contact.message",
      privacyAccepted: "contact.privacyLink",
    },
    constraints: { message: { maxLength: maxMessage } },
  },
);

export function loader() {
  return { constraints: contactForm.constraints };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const sent = contactForm.parse(form, context.get(language));
  return attempt(context, sent, "contact.errorMessage", async ({ name, email, message }) => {
    // Bots get the same confirmation.
    if (isFromProgram(form)) return thank(context);
    const wait = await limitUserOrClient(context);
    if (wait !== null) return refuseTooMany(context, sent, wait);
    // The operators' email is in the site's own language; what was written is as it was written.
    const notification = contactEmail(defaultLanguage, {
      to: context.get(config).contactAddress,
      name,
      email,
      message,
    });
    await receiveMessage(context.get(database), { name, email, message }, notification, new Date());
    context.get(services).mailWorker.runSoon();
    return thank(context);
  });
}

function thank(context: Readonly<RouterContextProvider>) {
  return redirectWithMessage(
    context,
    inLanguage(context.get(language), "/contact"),
    "contact.sent",
  );
}

export default function Contact({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { t } = useTranslations();
  const sending = useSending("contact");
  const formKey = useFormKey(sending, refusal);
  return (
    <div className="wrap form-page">
      <Sheet name="fields" css={fieldsCss} />
      <Sheet name="forms" css={css} />
      <Head
        title={t("contact.title")}
        description={t("contact.description")}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      <h1>{t("contact.title")}</h1>
      <p className="lead soft">{t("contact.lead")}</p>
      <ContactForm
        key={formKey}
        constraints={loaderData.constraints}
        refusal={refusal}
        sending={sending}
      />
    </div>
  );
}

interface ContactFormProps {
  constraints: Constraints;
  refusal: Refusal | undefined;
  sending: boolean;
}

function ContactForm({ constraints, refusal, sending }: ContactFormProps) {
  const { t } = useTranslations();
  const { formProps, fields } = useSiteForm<"name" | "email" | "message" | "privacyAccepted">(
    "contact",
    { constraints, refusal },
  );
  return (
    <Form method="post" className="form label" {...formProps}>
      <Controls name={t("contact.title")} sending={sending}>
        <Honeypot />
        <Field field={fields.name} label={t("contact.name")} autoComplete="name" />
        <Field field={fields.email} type="email" label={t("contact.email")} autoComplete="email" />
        <TextField field={fields.message} label={t("contact.message")} rows={6} />
        <Privacy field={fields.privacyAccepted} />
        <Submit intent="contact" sending={sending}>
          {t("contact.submit")}
        </Submit>
      </Controls>
    </Form>
  );
}

function Privacy({ field }: { field: TextFieldMetadata }) {
  const { t } = useTranslations();
  const { key, form: _, ...attributes } = getInputProps(field, { type: "checkbox" });
  return (
    <p className="check">
      <input key={key} {...attributes} />
      <label htmlFor={field.id}>
        {t("contact.privacyStart")} <Link to="/privacy-policy">{t("contact.privacyLink")}</Link>
      </label>
      <FieldError field={field} />
    </p>
  );
}
