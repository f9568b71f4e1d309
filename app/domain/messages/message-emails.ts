import { cleanLine } from "#app/i18n/clean-text.ts";
import { formatIn } from "#app/i18n/format.ts";
import { defaultLanguage, knownLanguage, type Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";

export function contactEmail(
  to: string,
  from: { name: string; email: string; message: string },
): Email {
  const { t } = translatorIn(defaultLanguage);
  const { subject, heading, notes, ...names } = t("emails:contact", { returnObjects: true });
  const name = cleanLine(from.name);
  const facts = [
    { name: names.name, value: name },
    { name: names.email, value: from.email },
    { name: names.message, value: from.message.replace(/\r\n?/g, "\n") },
  ];
  const section = { subject: `${subject} – ${name}`, heading, facts, notes };
  return writeEmail(defaultLanguage, { to, replyTo: from.email }, section);
}

/** @param count of messages and notices that wait (RULES.md 8.4) */
export function messagesWaitEmail(to: string, count: number, origin: string): Email {
  const texts = translatorIn(defaultLanguage).t("emails:messagesWait", {
    returnObjects: true,
    number: formatIn(defaultLanguage).number(count),
  });
  const link = origin + inLanguage(defaultLanguage, "/desk/messages");
  return writeEmail(defaultLanguage, { to, link }, texts);
}

export function noticeEmail(
  to: string,
  reference: number,
  from: { name: string; email: string; url: string; message: string },
): Email {
  const { subject, heading, notes, ...names } = translatorIn(defaultLanguage).t("emails:notice", {
    returnObjects: true,
    reference: String(reference),
  });
  const facts = (["name", "email", "url", "message"] as const).map((field) => ({
    name: names[field],
    value: from[field],
  }));
  const section = { subject, heading, facts, notes };
  return writeEmail(defaultLanguage, { to, replyTo: from.email }, section);
}

/** Quotes nothing that was typed, because the address may not be the sender's (RULES.md 8.2). */
export function noticeReceivedEmail(
  to: string,
  reference: number,
  language: Language,
  receivedAt: Date,
): Email {
  const date = formatIn(language).date(receivedAt.toISOString());
  const values = { reference: String(reference), date };
  const { t } = translatorIn(language);
  return writeEmail(
    language,
    { to },
    t("emails:noticeReceived", { returnObjects: true, ...values }),
  );
}

interface AnsweredNotice {
  reference: number;
  email: string;
  url: string;
  language: string | null;
  /** ISO 8601 */
  receivedAt: string;
  decision: "removed" | "kept";
  reason: string;
}

/** @param contact the operators' address (RULES.md 8.3) */
export function noticeDecisionEmail(notice: AnsweredNotice, contact: string): Email {
  const language = knownLanguage(notice.language);
  const date = formatIn(language).date(notice.receivedAt);
  const values = { reference: String(notice.reference), date, contact };
  const { t } = translatorIn(language);
  const { subject, heading, notes, ...texts } = t("emails:noticeDecision", {
    returnObjects: true,
    ...values,
  });
  const facts = [
    { name: texts.url, value: notice.url },
    { name: texts.reason, value: notice.reason },
  ];
  const section = { subject, heading, paragraphs: [texts[notice.decision]], facts, notes };
  return writeEmail(language, { to: notice.email }, section);
}
