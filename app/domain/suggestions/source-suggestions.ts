import { requireWriter } from "#app/domain/accounts/suspensions.ts";
import { findDupeOn } from "#app/domain/catalog/redirects.ts";
import { maxSources, type Source, sourcesOf, sourcesOfAll } from "#app/domain/catalog/sources.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { refusedForMs } from "./suggestions.ts";

interface SuggestedSource extends Pick<Source, "url" | "author" | "stance" | "said_on"> {
  /** on whose page the dupe is */
  perfumeId: number;
  dupeId: number;
  userId: string;
  language?: string | null;
}

/**
 * Keeps a page that compares a dupe with its original for operators (RULES.md 1.15). One that was refused stays refused
 * for 180 days. @throws Refused "no-such-dupe", "no-such-person", "known-source", "too-many-sources"
 */
export async function suggestSource(
  db: Db,
  { perfumeId, dupeId, userId, language = null, ...page }: SuggestedSource,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const dupe_id = await findDupeOn(tx, perfumeId, dupeId);
    if (dupe_id === undefined) throw new Refused("no-such-dupe");
    await requireWriter(tx, userId);
    const sources = await sourcesOf(tx, dupe_id);
    const refusedSince = new Date(now.getTime() - refusedForMs).toISOString();
    const suggested = await tx
      .selectFrom("source_suggestions")
      .select(["url", "state"])
      .where("dupe_id", "=", dupe_id)
      .where("state", "in", ["waiting", "refused"])
      .where((one) => one.or([one("decided_at", "is", null), one("decided_at", ">", refusedSince)]))
      .execute();
    const waiting = suggested.filter(({ state }) => state === "waiting");
    if ([...sources, ...waiting].some(({ url }) => url === page.url))
      throw new Refused("known-source");
    if (sources.length + waiting.length >= maxSources) throw new Refused("too-many-sources");
    // What waits was found above, so this one was refused.
    if (suggested.some(({ url }) => url === page.url)) return;
    const created_at = now.toISOString();
    await tx
      .insertInto("source_suggestions")
      .values({ dupe_id, user_id: userId, language, thanks_due: null, created_at, ...page })
      .execute();
  });
}

export function findSourceSuggestions(db: Db, ids: readonly number[]) {
  return db
    .selectFrom("source_suggestions as one")
    .innerJoin("dupes", "dupes.id", "dupe_id")
    .innerJoin("perfumes as original", "original.id", "dupes.perfume_id")
    .innerJoin("perfumes as bottle", "bottle.id", "dupes.dupe_perfume_id")
    .innerJoin("usuarios", "usuarios.id", "user_id")
    .selectAll("one")
    .select(["original.id as originalId", "original.marca as originalMarca"])
    .select(["original.nombre as originalNombre", "bottle.id as bottleId"])
    .select(["bottle.marca", "bottle.nombre", "nombre_usuario"])
    .where("one.id", "in", ids)
    .execute();
}

export type WaitingSource = Awaited<ReturnType<typeof findSourceSuggestions>>[number];

/** Of a dupe that becomes another; those of pages that the other has, or has waiting, go with it. */
export async function moveSourceSuggestions(
  tx: Db,
  oldDupe: number,
  keptDupe: number,
): Promise<void> {
  const pages = [...(await sourcesOfAll(tx, [oldDupe, keptDupe])).values()].flat();
  const waiting = await tx
    .selectFrom("source_suggestions")
    .select(["id", "dupe_id", "url"])
    .where("dupe_id", "in", [oldDupe, keptDupe])
    .where("state", "=", "waiting")
    .execute();
  const kept = waiting.filter(({ dupe_id }) => dupe_id === keptDupe);
  const known = new Set([...pages, ...kept].map(({ url }) => url));
  const moved = waiting.filter(({ dupe_id, url }) => dupe_id === oldDupe && !known.has(url));
  if (moved.length === 0) return;
  await tx
    .updateTable("source_suggestions")
    .set({ dupe_id: keptDupe })
    .where(
      "id",
      "in",
      moved.map(({ id }) => id),
    )
    .execute();
}
