import type { Language } from "#app/i18n/languages.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type EmailParts, emailHtml, emailText } from "./email-template.ts";
import type { Email } from "./outbox.ts";

interface Addresses {
  to: string;
  /** without it the email says that replies are not read */
  replyTo?: string;
  link?: string;
  unsubscribe?: string;
}

interface Section extends Pick<EmailParts, "heading" | "facts" | "notes"> {
  subject: string;
  paragraphs?: string[];
  button?: string;
  unsubscribe?: string;
}

export function writeEmail(
  language: Language,
  { to, replyTo, link, unsubscribe }: Addresses,
  { subject, heading, paragraphs = [], facts, button, notes, ...texts }: Section,
): Email {
  const { t } = translatorIn(language);
  const parts: EmailParts = { heading, paragraphs, facts, notes };
  if (link && button) parts.link = { button, url: link, fallback: t("emails:fallback") };
  if (unsubscribe && texts.unsubscribe)
    parts.unsubscribe = { text: texts.unsubscribe, url: unsubscribe };
  if (!replyTo) parts.footer = t("emails:footer");
  return {
    to,
    replyTo,
    unsubscribeUrl: unsubscribe,
    subject,
    text: emailText(parts),
    html: emailHtml(language, subject, parts),
  };
}
