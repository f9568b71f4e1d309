import type { Language } from "#app/i18n/languages.ts";
import type emails from "#app/i18n/locales/es/emails.json";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type EmailParts, emailHtml, emailText } from "./email-template.ts";
import type { Email } from "./outbox.ts";

export type EmailTexts = typeof emails;

/** @param values no secrets such as links: translators cache their results */
export function emailTexts<Name extends keyof EmailTexts>(
  language: Language,
  name: Name,
  values?: Record<string, string>,
): EmailTexts[Name] {
  return translatorIn(language).t(`emails:${name}` as never, {
    returnObjects: true,
    ...values,
  }) as unknown as EmailTexts[Name];
}

export function emailPhrase<Name extends keyof EmailTexts>(
  language: Language,
  name: Name,
  key: keyof EmailTexts[Name] & string,
  values: Record<string, string>,
): string {
  return translatorIn(language).t(`emails:${name}.${key}` as never, values as never) as never;
}

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
  const parts: EmailParts = { heading, paragraphs, facts, notes };
  if (link && button)
    parts.link = { button, url: link, fallback: emailTexts(language, "fallback") };
  if (unsubscribe && texts.unsubscribe)
    parts.unsubscribe = { text: texts.unsubscribe, url: unsubscribe };
  if (!replyTo) parts.footer = emailTexts(language, "footer");
  return {
    to,
    replyTo,
    unsubscribeUrl: unsubscribe,
    subject,
    text: emailText(parts),
    html: emailHtml(language, subject, parts),
  };
}
