import type { BottleName } from "#app/domain/catalog/bottles.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { knownLanguage } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Email } from "#app/mail/outbox.ts";
import { emailTexts, writeEmail } from "#app/mail/write-email.ts";

/** Thanks for an accepted suggestion (RULES.md 10.6). */
export interface Thanks {
  email: string;
  /** language of the page on which they suggested it */
  language: string | null;
  /** ISO 8601 */
  at: string;
  /** the suggestion, as named in the catalogue now */
  bottle: BottleName & { id: number };
  /** of a suggested dupe, else null */
  original: (BottleName & { id: number }) | null;
  /** whether they suggested what is in the bottle */
  ofFacts?: boolean;
}

export function thanksEmail(
  origin: string,
  { email, at, bottle, original, ofFacts, ...thanks }: Thanks,
): Email {
  const language = knownLanguage(thanks.language);
  const link = origin + inLanguage(language, perfumePath(original ?? bottle));
  const added = { marca: bottle.marca, nombre: bottle.nombre, date: formatIn(language).date(at) };
  const texts = original
    ? emailTexts(language, "dupeAdded", { ...added, original: original.nombre })
    : emailTexts(language, ofFacts ? "factsAdded" : "perfumeAdded", added);
  return writeEmail(language, { to: email, link }, texts);
}
