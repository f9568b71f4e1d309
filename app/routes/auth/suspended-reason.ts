import { formatIn } from "#app/i18n/format.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { language, type RequestContext } from "#app/http/middleware/context.ts";

/** Shown only to people who have proved that the account is theirs (RULES.md 9.14). @param until null when permanent */
export function suspendedReason(
  context: RequestContext,
  until: string | null,
): {
  message: MessageKey;
  values: Record<string, string>;
  links: { to: string; text: string }[];
} {
  const lang = context.get(language);
  const links = [
    {
      to: inLanguage(lang, "/contact"),
      text: translatorIn(lang).t("messages:auth.suspendedWrite"),
    },
  ];
  if (until === null) return { message: "auth.suspended", values: {}, links };
  return { message: "auth.suspendedUntil", values: { date: formatIn(lang).date(until) }, links };
}
