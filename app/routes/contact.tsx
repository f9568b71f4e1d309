import { getInputProps } from "@conform-to/react";
import { Form } from "react-router";
import { z } from "zod";
import { receiveMessage, tellWaiting } from "#app/domain/messages/contact-messages.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { emailField, nameField, textField } from "#app/http/forms/form-fields.ts";
import { admit } from "#app/http/forms/gate.ts";
import { isFromProgram } from "#app/http/forms/honeypot.ts";
import { knownWriter } from "#app/http/forms/known-writer.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import type { Refusal } from "#app/http/forms/refusal.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import {
  config,
  currentUser,
  database,
  language,
  type RequestContext,
  services,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitMailbox } from "#app/http/middleware/operators-mailbox.ts";
import { Head } from "#app/ui/head.tsx";
import fieldsCss from "#app/styles/fields.css?inline";
import css from "#app/styles/forms.css?inline";
import { Field, FieldError, TextField } from "#app/ui/fields.tsx";
import { type TextFieldMetadata, useSiteForm } from "#app/ui/site-form.ts";
import { Honeypot } from "#app/ui/honeypot-field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { Controls, Submit, useFormKey, useSending } from "#app/ui/submit.tsx";
import type { Route } from "./+types/contact";

export { deliver as clientAction } from "#app/http/forms/deliver.ts";
export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** characters (RULES.md 12.2) */
const maxMessage = 1000;

const contactForm = defineForm(
  "contact",
  z.object({
    name: nameField("contact.name", "contact.nameTooLong"),
    email: emailField("contact.email", "contact.email"),
    message: textField("contact.message", maxMessage, "contact.messageTooLong"),
    // Browsers send "on" for a checkbox without a value.
    privacyAccepted: z
      .string("contact.privacy")
      .refine((value) => value === "on", "contact.privacy"),
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

export async function loader({ context }: Route.LoaderArgs) {
  return { constraints: contactForm.constraints, writer: await knownWriter(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const sent = contactForm.parse(form, context.get(language));
  // Bots get the same confirmation, and use up nobody's limit.
  const isBot = isFromProgram(form);
  const gate = { failure: "contact.errorMessage", limit: isBot ? undefined : "message" } as const;
  return admit(context, sent, gate, async ({ name, email, message }, forgive) => {
    if (isBot) return thank(context);
    const userId = context.get(currentUser)?.userId ?? null;
    const written = { name, email, message, userId };
    const { contactAddress, origin } = context.get(config);
    const db = context.get(database);
    const mailbox = await limitMailbox(context, "message");
    const operators = mailbox === "each" ? contactAddress : null;
    const outcome = await receiveMessage(db, written, operators, new Date());
    if (mailbox === "sum") await tellWaiting(db, contactAddress, origin, new Date());
    if (outcome === "duplicate") await forgive();
    context.get(services).mailWorker.runSoon();
    return thank(context);
  });
}

function thank(context: RequestContext) {
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
        title={t("footer.contact")}
        description={t("contact.lead")}
        failed={refusal !== undefined}
      />
      <Refused refusal={refusal} />
      <h1>{t("footer.contact")}</h1>
      <p className="lead soft">{t("contact.lead")}</p>
      <ContactForm key={formKey} {...loaderData} refusal={refusal} sending={sending} />
    </div>
  );
}

interface ContactFormProps extends Pick<
  Route.ComponentProps["loaderData"],
  "constraints" | "writer"
> {
  refusal: Refusal | undefined;
  sending: boolean;
}

function ContactForm({ constraints, writer, refusal, sending }: ContactFormProps) {
  const { t } = useTranslations();
  const { formProps, fields } = useSiteForm<"name" | "email" | "message" | "privacyAccepted">(
    "contact",
    { constraints, refusal, ...(writer && { defaultValue: writer }) },
  );
  return (
    <Form method="post" className="form label" {...formProps}>
      <Controls name={t("footer.contact")} sending={sending}>
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
