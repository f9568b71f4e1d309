import type { Db } from "#db/database.ts";
import { findDupeOn, type findPerfumeNow } from "#app/domain/catalog/redirects.ts";
import {
  listDupes,
  listOriginals,
  pairColumns,
  pairIn,
  type Relation,
} from "#app/domain/catalog/relations.ts";
import { canonical } from "#app/i18n/text.ts";

type Bottle = NonNullable<Awaited<ReturnType<typeof findPerfumeNow>>>;

/** A relation with both of its bottles. */
export interface Pair {
  original: Bottle;
  lookAlike: Bottle;
  /** names the look-alike, as on the original's page */
  relation: Relation;
  /** of the original, without the look-alike */
  otherDupes: Relation[];
  /** of the look-alike, without the original */
  otherOriginals: Relation[];
}

/** @returns the pair in whichever order it is; undefined where neither bottle is a dupe of the other */
export async function findPair(db: Db, one: Bottle, other: Bottle): Promise<Pair | undefined> {
  const ways = [
    [one, other],
    [other, one],
  ] as const;
  for (const [original, lookAlike] of ways) {
    const dupes = await listDupes(db, original.id);
    const relation = dupes.find(({ bottleId }) => bottleId === lookAlike.id);
    if (!relation) continue;
    const originals = await listOriginals(db, lookAlike.id);
    return {
      original,
      lookAlike,
      relation,
      otherDupes: dupes.filter(({ id }) => id !== relation.id),
      otherOriginals: originals.filter(({ id }) => id !== relation.id),
    };
  }
  return undefined;
}

/** The names of a dupe's two bottles, if it is on this bottle's page. Accepts ids from before a merge (RULES.md 1.9). */
export async function bottlesOfDupe(db: Db, perfumeId: number, dupeId: number) {
  const id = await findDupeOn(db, perfumeId, dupeId);
  if (id === undefined) return undefined;
  const row = await db
    .selectFrom("dupes")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .innerJoin("perfumes as dupe", "dupe.id", "dupes.dupe_perfume_id")
    .select(pairColumns)
    .where("dupes.id", "=", id)
    .executeTakeFirst();
  return row && pairIn(row);
}

/** Which notes two bottles share, in the order of the first one's. Spellings count as in RULES.md 1.1. */
export function compareNotes(one: readonly string[], other: readonly string[]) {
  const keysOf = (notes: readonly string[]) => new Set(notes.map(canonical));
  const [inOne, inOther] = [keysOf(one), keysOf(other)];
  return {
    shared: one.filter((note) => inOther.has(canonical(note))),
    onlyOne: one.filter((note) => !inOther.has(canonical(note))),
    onlyOther: other.filter((note) => !inOne.has(canonical(note))),
  };
}
