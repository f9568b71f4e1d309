import type { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { alsoDupes, nextOf, otherDupes, siblingsOf } from "#app/domain/catalog/next-bottles.ts";
import { listDupes, listOriginals } from "#app/domain/catalog/relations.ts";
import { supportersOf } from "#app/domain/catalog/sources.ts";
import { brandPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { bestOffers } from "#app/domain/prices/bottle-prices.ts";
import { blindCountsOf } from "#app/domain/reviews/blind-counts.ts";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import {
  currentUser,
  database,
  flash,
  services,
  type RequestContext,
} from "#app/http/middleware/context.ts";
import type { Db } from "#db/database.ts";

export type Perfume = NonNullable<Awaited<ReturnType<typeof findPerfume>>>;

/** What the database says to everybody who opens a bottle's page. */
export type ReadPage = Awaited<ReturnType<typeof read>>;

/**
 * Reads it once for all signed-in readers, until the page is dropped. A visitor's whole page is cached instead, which
 * together with kept data would be older than RULES.md 13.5 allows.
 */
export function readPage(context: RequestContext, perfume: Perfume): Promise<ReadPage> {
  const reading = () => read(context.get(database), perfume, new Date());
  // Notices take milliseconds: after posting to another process, one's own change may not be known here yet.
  const hasPosted = context.get(flash) !== null;
  return context.get(currentUser) && !hasPosted
    ? context.get(services).pages.readOnce(perfumePath(perfume), reading)
    : reading();
}

async function read(db: Db, perfume: Perfume, now: Date) {
  // In parallel: each round trip to a remote database is expensive.
  const [dupes, originals, related] = await Promise.all([
    listDupes(db, perfume.id),
    listOriginals(db, perfume.id),
    relatedTo(db, perfume),
  ]);
  const relations = [...dupes, ...originals];
  const ids = relations.map(({ id }) => id);
  const [verdicts, tests, supporters, offers, vouched] = await Promise.all([
    verdictCountsOf(db, ids),
    blindCountsOf(db, ids),
    supportersOf(db, ids),
    bestOffers(db, [perfume.id, ...relations.map(({ bottleId }) => bottleId)], { now }),
    bestOffers(db, [perfume.id], { now, only: "vouched" }),
  ]);
  return { dupes, originals, related, verdicts, tests, supporters, offers, vouched };
}

/** Links to other pages (RULES.md 1.12). */
async function relatedTo(db: Db, perfume: Perfume) {
  const [also, siblings, dupes, next] = await Promise.all([
    alsoDupes(db, perfume),
    siblingsOf(db, perfume),
    otherDupes(db, perfume.id),
    nextOf(db, perfume),
  ]);
  return {
    brand: brandPath(perfume.marca_slug),
    ...(also.length > 0 && { also }),
    ...(dupes.length > 0 && { dupes }),
    ...(siblings.length > 0 && {
      siblings: siblings.map(({ id, nombre }) => ({ id, nombre })),
    }),
    next,
  };
}
