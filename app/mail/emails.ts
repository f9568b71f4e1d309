import type { Language } from "../i18n/languages.ts";
import type emails from "../i18n/locales/es/emails.json";
import { translatorIn } from "../i18n/translators.server.ts";
import { type EmailParts, emailHtml, emailText } from "./email-template.ts";
import { type Email, oneLine } from "./outbox.ts";

type Words = typeof emails;

/** Whom an email goes to, and the whole address of the page that it leads to. */
export interface Destination {
  to: string;
  link: string;
}

/** "Confirm your address": the link is valid for 24 hours. */
export const confirmationEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "confirmation", destination);

/** "Choose a new password": the link is valid for 60 minutes. */
export const resetEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "reset", destination);

/** "Your password was changed": the link leads to where a new one is asked for. */
export const passwordChangedEmail = (language: Language, destination: Destination): Email =>
  emailWithLink(language, "passwordChanged", destination);

/** What somebody wrote to the operators; their answer goes to the writer. */
export function contactEmail(
  language: Language,
  from: { to: string; name: string; email: string; message: string },
): Email {
  const { subject, heading, notes, ...names } = words(language, "contact");
  const name = oneLine(from.name);
  const email = emailOf(language, `${subject} – ${name}`, {
    heading,
    paragraphs: [],
    facts: [
      { name: names.name, value: name },
      { name: names.email, value: from.email },
      { name: names.message, value: from.message.replace(/\r\n?/g, "\n") },
    ],
    notes,
  });
  return { to: from.to, replyTo: from.email, ...email };
}

function emailWithLink(
  language: Language,
  kind: "confirmation" | "reset" | "passwordChanged",
  { to, link }: Destination,
): Email {
  const { subject, button, ...parts } = words(language, kind);
  const fallback = words(language, "fallback");
  const footer = words(language, "footer");
  return {
    to,
    ...emailOf(language, subject, { ...parts, link: { button, url: link, fallback }, footer }),
  };
}

function emailOf(language: Language, subject: string, parts: EmailParts) {
  return { subject, text: emailText(parts), html: emailHtml(language, subject, parts) };
}

/** Texts without values in them: the translators remember what they are asked, and a link is a secret. */
function words<Name extends keyof Words>(language: Language, name: Name): Words[Name] {
  return translatorIn(language).t(`emails:${name}` as never, {
    returnObjects: true,
  }) as unknown as Words[Name];
}
