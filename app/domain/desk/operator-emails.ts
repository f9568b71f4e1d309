import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import type { Email } from "#app/mail/outbox.ts";
import { writeEmail } from "#app/mail/email-template.ts";
import type { WaitingCounts } from "./queue/queue-lengths.ts";

interface Operator {
  email: string;
  language: string | null;
}

export function digestEmail(
  origin: string,
  { email, ...operator }: Operator,
  waiting: WaitingCounts,
): Email {
  const language = knownLanguage(operator.language);
  const { number } = formatIn(language);
  const { t } = translatorIn(language);
  const { waiting: names, ...texts } = t("emails:deskDigest", { returnObjects: true });
  const facts = Object.entries(waiting)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      name: names[kind as keyof WaitingCounts],
      value: number(count),
    }));
  const link = origin + inLanguage(language, "/desk");
  return writeEmail(language, { to: email, link }, { ...texts, facts });
}

export function warningEmail(
  origin: string,
  { email, ...operator }: Operator,
  what: "newNetwork" | "secondFactorOn" | "wrongCodes",
  now: Date,
): Email {
  const language = knownLanguage(operator.language);
  const link = origin + inLanguage(language, "/auth/forgot");
  const date = formatIn(language).date(now.toISOString());
  const { t } = translatorIn(language);
  return writeEmail(
    language,
    { to: email, link },
    t(`emails:${what}`, { returnObjects: true, date }),
  );
}
