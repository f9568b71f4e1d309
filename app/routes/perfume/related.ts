import {
  alsoDupes,
  type Linked,
  neighboursOf,
  otherDupes,
  siblingsOf,
} from "../../catalog/related.ts";
import type { findPerfume } from "../../catalog/perfumes.ts";
import { brandPath, perfumePath } from "../../catalog/slugs.ts";
import type { Db } from "#db/connect.ts";

type Perfume = NonNullable<Awaited<ReturnType<typeof findPerfume>>>;

/** Where a perfume's page leads on to: what else it and its dupes stand for, its brand, its neighbours in the catalogue. */
export async function relatedTo(db: Db, perfume: Perfume) {
  const also = await alsoDupes(db, perfume);
  const others = await otherDupes(db, perfume.id);
  const siblings = await siblingsOf(db, perfume);
  const { previous, next } = await neighboursOf(db, perfume);
  return {
    brand: brandPath(perfume.marca_slug),
    also: also.map((one) => ({ ...one, originals: one.originals.map(present) })),
    dupes: others.map(present),
    siblings: siblings.map(({ nombre, ...rest }) => ({
      nombre,
      path: perfumePath({ nombre, ...rest }),
    })),
    previous: previous && present(previous),
    next: next && present(next),
  };
}

function present(perfume: Linked) {
  const { marca, nombre } = perfume;
  return { marca, nombre, path: perfumePath(perfume) };
}
