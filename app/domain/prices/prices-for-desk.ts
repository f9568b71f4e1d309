import type { Db } from "#db/database.ts";
import { shownSince } from "./bounds.ts";
import { blockedShops } from "./shops.ts";

export async function findPrices(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("prices")
    .innerJoin("perfumes", "perfumes.id", "prices.perfume_id")
    .leftJoin("usuarios", "usuarios.id", "prices.user_id")
    .select(["prices.id", "version", "state", "prices.created_at", "perfume_id", "marca", "nombre"])
    .select(["amount_cents", "currency", "size_ml", "kind", "shop", "url", "country", "seen_on"])
    .select(["prices.user_id", "nombre_usuario", "counts_from", "counted_at", "disputed"])
    .select(["mailbox", "decided_at"])
    .where("prices.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function currentPrices(db: Db, perfumeId: number, now: Date, limit: number) {
  return db
    .selectFrom("prices")
    .leftJoin("shops", "shops.host", "prices.shop")
    .select(["id", "amount_cents as amount", "prices.currency", "size_ml as size", "kind"])
    .select((row) => ["seen_on as seenOn", row.fn.coalesce("name", "shop").as("shop")])
    .select((row) => [
      "version",
      row
        .case()
        .when("counts_from", "is not", null)
        .then("waiting")
        .else(row.ref("prices.state"))
        .end()
        .$castTo<"waiting" | "held" | "shown">()
        .as("state"),
    ])
    .where("perfume_id", "=", perfumeId)
    .where("prices.state", "!=", "refused")
    .where((row) =>
      row.or([row("prices.state", "=", "held"), row("seen_on", ">=", shownSince(now))]),
    )
    .orderBy("prices.state")
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function usualPrices(db: Db, perfumeIds: readonly number[]) {
  return db
    .selectFrom("price_summaries")
    .select(["perfume_id", "currency", "kind", "median_per_100_ml"])
    .where("perfume_id", "in", perfumeIds)
    .execute();
}

export async function isBlocked(db: Db, shop: string): Promise<boolean> {
  const row = await blockedShops(db).where("host", "=", shop).executeTakeFirst();
  return row !== undefined;
}
