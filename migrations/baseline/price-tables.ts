import type { Kysely } from "kysely";
import {
  addIndex,
  by,
  checked,
  counted,
  initially,
  key,
  of,
  optional,
  required,
} from "./baseline-columns.ts";

export async function addPriceTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("shops")
    .addColumn("host", "text", key)
    .addColumn("name", "text", checked("length(name) > 0"))
    .addColumn("country", "text", optional("length(country) = 2"))
    .addColumn("currency", "text", optional("length(currency) = 3"))
    .addColumn("affiliate_template", "text")
    .addColumn("state", "text", initially("known", "state in ('known', 'blocked')"))
    .execute();
  await addPrices(db);
  await addVotesAgainst(db);
  await addSummaries(db);
}

async function addPrices(db: Kysely<any>): Promise<void> {
  const table = "prices";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("amount_cents", "integer", checked("amount_cents > 0"))
    .addColumn("currency", "text", checked("length(currency) = 3"))
    .addColumn("size_ml", "double precision", checked("size_ml > 0"))
    .addColumn("kind", "text", checked("kind in ('bottle', 'tester', 'decant')"))
    .addColumn("shop", "text", checked("length(shop) > 0"))
    .addColumn("url", "text")
    .addColumn("country", "text", optional("length(country) = 2"))
    .addColumn("seen_on", "text", checked("length(seen_on) = 10"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("state", "text", checked("state in ('shown', 'held', 'refused')"))
    .addColumn("created_at", "text", required)
    .addColumn("version", "integer", initially(1))
    .addColumn("decided_at", "text")
    .addColumn("decided_by", "text", by("usuarios.id"))
    .addColumn("reason", "text")
    .execute();
  const shown = ["perfume_id", "currency", "kind", "seen_on"];
  // The queue; includes the owner, so that the index alone answers it.
  const held = ["created_at", "id", "user_id"];
  await addIndex(db, table, "prices_of_perfume", ["perfume_id", "seen_on"]);
  await addIndex(db, table, "prices_shown", shown, "state = 'shown'");
  await addIndex(db, table, "prices_of_shop", ["shop"]);
  await addIndex(db, table, "prices_of_user", ["user_id"]);
  await addIndex(db, table, "prices_by_decided_by", ["decided_by"], "decided_by is not null");
  await addIndex(db, table, "prices_held", held, "state = 'held'");
}

async function addVotesAgainst(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("price_gone")
    .addColumn("price_id", "integer", of("prices.id"))
    .addColumn("voter", "text", required)
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("gone", "integer", checked("gone in (0, 1)"))
    .addColumn("at", "text", required)
    .addPrimaryKeyConstraint("price_gone_once", ["price_id", "voter"])
    .execute();
  await addIndex(db, "price_gone", "price_gone_of_user", ["user_id"]);
  await addIndex(db, "price_gone", "price_gone_by_age", ["at"]);
}

async function addSummaries(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("price_summaries")
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("kind", "text", required)
    .addColumn("currency", "text", required)
    .addColumn("count", "integer", checked("count > 0"))
    .addColumn("cheapest_id", "integer", required)
    .addColumn("amount_cents", "integer", required)
    .addColumn("size_ml", "double precision", required)
    .addColumn("shop", "text", required)
    .addColumn("url", "text")
    .addColumn("seen_on", "text", required)
    .addColumn("highest", "integer", required)
    .addColumn("best_per_100_ml", "integer", required)
    .addColumn("median_per_100_ml", "integer", required)
    .addColumn("valid_until", "text", required)
    .addPrimaryKeyConstraint("price_summaries_key", ["perfume_id", "kind", "currency"])
    .execute();
  await addIndex(db, "price_summaries", "price_summaries_by_end", ["valid_until"]);
}
