import type { Language } from "../i18n/languages.ts";
import type letters from "../i18n/locales/es/letters.json";
import { translators } from "../i18n/translators.server.ts";
import { type LetterParts, letterPage, letterText } from "./letter-page.ts";
import { type Letter, oneLine } from "./outbox.ts";

type Words = typeof letters;

/** Whom a letter goes to, and the whole address of the page that it leads to. */
export interface Destination {
  to: string;
  link: string;
}

/** "Confirm your address": the link is valid for 24 hours. */
export const confirmationLetter = (language: Language, destination: Destination): Letter =>
  letterWithLink(language, "confirmation", destination);

/** "Choose a new password": the link is valid for 60 minutes. */
export const resetLetter = (language: Language, destination: Destination): Letter =>
  letterWithLink(language, "reset", destination);

/** "Your password was changed": the link leads to where a new one is asked for. */
export const passwordChangedLetter = (language: Language, destination: Destination): Letter =>
  letterWithLink(language, "passwordChanged", destination);

/** What somebody wrote to the operators; their answer goes to the writer. */
export function contactLetter(
  language: Language,
  from: { to: string; name: string; email: string; message: string },
): Letter {
  const { subject, heading, notes, ...names } = words(language, "contact");
  const name = oneLine(from.name);
  const letter = letterOf(language, `${subject} – ${name}`, {
    heading,
    paragraphs: [],
    facts: [
      { name: names.name, value: name },
      { name: names.email, value: from.email },
      { name: names.message, value: from.message.replace(/\r\n?/g, "\n") },
    ],
    notes,
  });
  return { to: from.to, replyTo: from.email, ...letter };
}

function letterWithLink(
  language: Language,
  kind: "confirmation" | "reset" | "passwordChanged",
  { to, link }: Destination,
): Letter {
  const { subject, button, ...parts } = words(language, kind);
  const fallback = words(language, "fallback");
  const footer = words(language, "footer");
  return {
    to,
    ...letterOf(language, subject, { ...parts, link: { button, url: link, fallback }, footer }),
  };
}

function letterOf(language: Language, subject: string, parts: LetterParts) {
  return { subject, text: letterText(parts), html: letterPage(language, subject, parts) };
}

/** Texts without values in them: the translators remember what they are asked, and a link is a secret. */
function words<Name extends keyof Words>(language: Language, name: Name): Words[Name] {
  return translators[language].t(`letters:${name}` as never, {
    returnObjects: true,
  }) as unknown as Words[Name];
}
