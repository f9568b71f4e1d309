import { z } from "zod";
import { receiveMessage, tellWaiting } from "#app/domain/messages/contact-messages.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { emailField, nameField, textField, tickedField } from "#app/http/forms/form-fields.ts";
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
import { Checkbox, Field, TextField } from "#app/ui/fields.tsx";
import { FormPage } from "#app/ui/form-page.tsx";
import { SiteForm, useSiteForm } from "#app/ui/site-form.tsx";
import { Honeypot } from "#app/ui/honeypot-field.tsx";
import { Link } from "#app/ui/link.tsx";
import { useFormKey, useSending } from "#app/ui/submit.tsx";
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
    privacyAccepted: tickedField("contact.privacy"),
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
  const formKey = useFormKey(useSending("contact"), refusal);
  return (
    <FormPage
      title={t("footer.contact")}
      description={t("contact.lead")}
      lead={t("contact.lead")}
      index
      refusal={refusal}
    >
      <ContactForm key={formKey} {...loaderData} refusal={refusal} />
    </FormPage>
  );
}

interface ContactFormProps extends Pick<
  Route.ComponentProps["loaderData"],
  "constraints" | "writer"
> {
  refusal: Refusal | undefined;
}

function ContactForm({ constraints, writer, refusal }: ContactFormProps) {
  const { t } = useTranslations();
  const form = useSiteForm<"name" | "email" | "message" | "privacyAccepted">("contact", {
    constraints,
    refusal,
    ...(writer && { defaultValue: writer }),
  });
  const { fields } = form;
  return (
    <SiteForm of={form} name={t("footer.contact")} submit={t("contact.submit")}>
      <Honeypot />
      <Field field={fields.name} label={t("contact.name")} autoComplete="name" />
      <Field field={fields.email} type="email" label={t("contact.email")} autoComplete="email" />
      <TextField field={fields.message} label={t("contact.message")} rows={6} />
      <Checkbox field={fields.privacyAccepted}>
        {t("contact.privacyStart")} <Link to="/privacy-policy">{t("contact.privacyLink")}</Link>
      </Checkbox>
    </SiteForm>
  );
}
