import { alsoDupes, nextOf, otherDupes, siblingsOf } from "#app/domain/catalog/related-bottles.ts";
import type { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { brandPath } from "#app/domain/catalog/slugs.ts";
import type { Db } from "#db/database.ts";

type Perfume = NonNullable<Awaited<ReturnType<typeof findPerfume>>>;

/** Where a perfume's page leads on to: what else it and its dupes stand for, its brand, the next one in the catalogue (RULES.md 5.9). */
export async function relatedTo(db: Db, perfume: Perfume) {
  const [also, siblings, dupes, next] = await Promise.all([
    alsoDupes(db, perfume),
    siblingsOf(db, perfume),
    otherDupes(db, perfume.id),
    nextOf(db, perfume),
  ]);
  return {
    brand: brandPath(perfume.marca_slug),
    also,
    dupes,
    siblings: siblings.map(({ id, nombre }) => ({ id, nombre })),
    next,
  };
}
