import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import { findFactSuggestions } from "#app/domain/suggestions/fact-suggestions.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { Db } from "#db/database.ts";

/** What a form for correcting suggested facts shows now; null for a suggestion that is gone. */
export async function fieldsNow(db: Db, lang: Language, id: number) {
  const facts = await suggestedNow(db, id);
  return facts && factsToType(lang, facts);
}

/** Notes are read as the words that the form showed. */
export async function correctedFacts(
  db: Db,
  lang: Language,
  id: number,
  typed: Partial<StoredFacts>,
): Promise<Partial<StoredFacts>> {
  return factsInEnglish(lang, typed, (await suggestedNow(db, id)) ?? {});
}

async function suggestedNow(db: Db, id: number): Promise<StoredFacts | null> {
  const [one] = await findFactSuggestions(db, [id]);
  return one ? { ...one.known, ...one.facts } : null;
}
