import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage, type Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";

/** Never names who decided (RULES.md 10.21). */
export interface Statement {
  email: string;
  /** of the page on which they wrote; null if unknown */
  language: string | null;
  /** the log entry's number, to quote in an objection */
  reference: number;
  at: string;
  decided:
    | { kind: "suspension"; until: string | null; reason: string }
    | { kind: "review"; bottle: BottleName; text: string }
    | { kind: "reviews"; count: number };
}

export function statementEmail(origin: string, { email, at, ...statement }: Statement): Email {
  const language = knownLanguage(statement.language);
  const link = origin + inLanguage(language, "/contact");
  const reference = String(statement.reference);
  const { t } = translatorIn(language);
  const { notes, button } = t("emails:statement", { returnObjects: true, reference });
  const { subject, heading, paragraph, facts } = decisionTexts(language, at, statement.decided);
  const section = { subject, heading, paragraphs: [paragraph], facts, button, notes };
  return writeEmail(language, { to: email, link }, section);
}

function decisionTexts(language: Language, at: string, decided: Statement["decided"]) {
  const format = formatIn(language);
  const { t } = translatorIn(language);
  const textsWith = (values: Record<string, string>) =>
    t("emails:statement", { returnObjects: true, date: format.date(at), ...values });
  // User text goes into facts, not values: translators cache their results.
  switch (decided.kind) {
    case "suspension": {
      const until = decided.until && format.date(decided.until);
      const { suspension, reason } = textsWith({ until: until ?? "" });
      const paragraph = until === null ? suspension.forGood : suspension.until;
      return { ...suspension, paragraph, facts: [{ name: reason, value: decided.reason }] };
    }
    case "review": {
      const { marca, nombre } = decided.bottle;
      const { review, yours, reason, reported } = textsWith({ marca, nombre });
      const facts = [
        { name: yours, value: decided.text },
        { name: reason, value: reported },
      ];
      return { ...review, facts };
    }
    case "reviews": {
      const { reviews, reason, rules } = textsWith({ number: format.number(decided.count) });
      return { ...reviews, facts: [{ name: reason, value: rules }] };
    }
  }
}
