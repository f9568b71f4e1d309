import type { Db } from "#db/database.ts";

/** @returns sightings by id, whatever their state, with their bottle and who saw them */
export async function findPrices(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("prices")
    .innerJoin("perfumes", "perfumes.id", "prices.perfume_id")
    .leftJoin("usuarios", "usuarios.id", "prices.user_id")
    .select(["prices.id", "version", "state", "prices.created_at", "perfume_id", "marca", "nombre"])
    .select(["amount_cents", "currency", "size_ml", "kind", "shop", "url", "country", "seen_on"])
    .select(["prices.user_id", "nombre_usuario"])
    .where("prices.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns a bottle's sightings that wait for operators, the newest first */
export async function heldPricesOf(db: Db, perfumeId: number, limit: number) {
  return db
    .selectFrom("prices")
    .leftJoin("shops", "shops.host", "prices.shop")
    .select(["id", "amount_cents as amount", "prices.currency", "size_ml as size", "kind"])
    .select((row) => ["seen_on as seenOn", row.fn.coalesce("name", "shop").as("shop")])
    .where("perfume_id", "=", perfumeId)
    .where("prices.state", "=", "held")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** @returns a bottle's sightings in whatever state, the newest first */
export async function newestPrices(db: Db, perfumeId: number, limit: number) {
  return db
    .selectFrom("prices")
    .selectAll()
    .where("perfume_id", "=", perfumeId)
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** @returns by bottle, currency and kind, what 100 ml cost as a rule, in minor units; of bottles of these sightings */
export async function usualPrices(db: Db, perfumeIds: readonly number[]) {
  return db
    .selectFrom("price_summaries")
    .select(["perfume_id", "currency", "kind", "median_per_100_ml"])
    .where("perfume_id", "in", perfumeIds)
    .execute();
}

/** @returns whether the operators have blocked a shop since (RULES.md 19.3) */
export async function isBlocked(db: Db, shop: string): Promise<boolean> {
  const row = await db
    .selectFrom("shops")
    .select("host")
    .where("host", "=", shop)
    .where("state", "=", "blocked")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes who decided on a sighting. The state itself is app/domain/prices/decide-sighting.ts's. */
export async function noteDecision(
  tx: Db,
  id: number,
  { actor, reason, at }: { actor: string | null; reason: string | null; at: Date | null },
): Promise<void> {
  await tx
    .updateTable("prices")
    .set((row) => ({
      version: row("version", "+", 1),
      decided_at: at && at.toISOString(),
      decided_by: actor,
      reason,
    }))
    .where("id", "=", id)
    .execute();
}

/** Lets a refused sighting, which nothing shows, wait again. */
export async function holdAgain(tx: Db, id: number): Promise<void> {
  await tx.updateTable("prices").set({ state: "held" }).where("id", "=", id).execute();
  await noteDecision(tx, id, { actor: null, reason: null, at: null });
}
