import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import type { Item } from "#app/domain/desk/queue/items.ts";
import { findFactSuggestions } from "#app/domain/suggestions/fact-suggestions.ts";
import { pagesOf } from "#app/domain/suggestions/suggested-pages.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import type { Language } from "#app/i18n/languages.ts";
import type { Db } from "#db/database.ts";
import { pagesAsFields } from "./page-fields.ts";

/** What of a form for correcting a suggestion can have changed since it was shown, as it is now. */
export async function fieldsNow(
  db: Db,
  lang: Language,
  { kind, id }: Item,
): Promise<Record<string, string>> {
  if (kind === "dupe") return pagesAsFields((await pagesOf(db, [id])).get(id) ?? []);
  const facts = kind === "facts" && (await suggestedNow(db, id));
  return facts ? factsToType(lang, facts) : {};
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
