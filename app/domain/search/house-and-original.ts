import { dupeOrder } from "#app/domain/catalog/dupe-order.ts";
import type { Db } from "#db/database.ts";
import type { Hit, SearchIndex } from "./engine.ts";
import { fold } from "./text/fold.ts";
import { tokensOf } from "./text/tokenize.ts";
import { roleOf, wordRole } from "./text/word-roles.ts";

/** A brand's name alone would name all that it makes. */
const maxOriginals = 50;

/**
 * Puts a house's look-alikes of a named original first ("chogan sauvage"), best known original first, unless a bottle of
 * that name is among the hits.
 */
export async function withLookalikes(
  db: Db,
  index: SearchIndex,
  query: string,
  hits: Hit[],
): Promise<Hit[]> {
  const isFound = hits.some(({ isNear }) => !isNear);
  for (const { perfume, typed, rest } of index.brandsIn(query)) {
    // No hit lacks "le male" or "equivalenza", because such words count for little.
    if (isFound && isContent(rest) && isContent(typed)) continue;
    const isWholeName = isFound && !isContent(rest);
    const originals = index
      .find(rest, maxOriginals)
      .flatMap(({ id, isNear }) => (isNear ? [] : id));
    const found = (await dupesOfHouse(db, perfume, originals)).filter(
      ({ original }) => !isWholeName || fold(original) === fold(rest),
    );
    if (found.length > 0) return inFront(hits, new Set(found.map(({ id }) => id)));
  }
  return hits;
}

const isContent = (text: string) =>
  tokensOf(text).some((word) => roleOf(word) === wordRole.content);

const inFront = (hits: Hit[], ids: Set<number>): Hit[] => [
  ...[...ids].map((id) => ({ id, isNear: false })),
  ...hits.filter(({ id }) => !ids.has(id)),
];

/** Without originals whose name is also one of the house's own. @param perfume any bottle of the house */
async function dupesOfHouse(db: Db, perfume: number, originals: number[]) {
  if (originals.length === 0) return [];
  const rows = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as bottle", "bottle.id", "dupes.dupe_perfume_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .select(["original.id as originalId", "original.nombre as original", "bottle.id"])
    .where("original.id", "in", originals)
    .where("bottle.marca_clave", "=", (one) =>
      one.selectFrom("perfumes").select("marca_clave").where("id", "=", perfume),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("perfumes as own")
            .select("own.id")
            .whereRef("own.marca_clave", "=", "bottle.marca_clave")
            .whereRef("own.nombre_clave", "=", "original.nombre_clave"),
        ),
      ),
    )
    .orderBy(dupeOrder("bottle"))
    .execute();
  const byOriginal = Map.groupBy(rows, ({ originalId }) => originalId);
  return originals.flatMap((id) => byOriginal.get(id) ?? []);
}
