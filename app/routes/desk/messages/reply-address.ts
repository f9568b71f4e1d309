import { cleanLine } from "#app/i18n/clean-text.ts";

/** UTF-16 units of the subject */
const maxSubject = 80;

/**
 * A link that writes an email (RFC 6068). What strangers typed stays inside the part it stands in: it adds no recipient, no
 * header and no text.
 * @param email an address @param subject may be any text
 */
export function replyAddress(email: string, subject: string): string {
  const to = encodeURIComponent(email.toWellFormed()).replace("%40", "@");
  const about = cleanLine(subject).slice(0, maxSubject).toWellFormed();
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}`;
}
