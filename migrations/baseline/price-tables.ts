import { type Kysely, sql } from "kysely";
import { isPostgres } from "../../db/dialect.ts";
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
    .addColumn("search_template", "text")
    .execute();
  await addPrices(db);
  await addVotesAgainst(db);
  await addRemovals(db);
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
    .addColumn("mailbox", "text")
    .addColumn("mail_domain", "text")
    .addColumn("vouched", "integer", initially(0, "vouched in (0, 1)"))
    .addColumn("network", "text")
    .addColumn("counts_from", "text")
    .addColumn("counted_at", "text")
    .addColumn("disputed", "integer", initially(0, "disputed in (0, 1)"))
    .addColumn("own_state", "text")
    .execute();
  const shown = ["perfume_id", "currency", "kind", "seen_on"];
  // The queue's, which the index alone answers.
  const held = ["created_at", "id", "user_id", "counts_from"];
  const disputed = "state = 'shown' and disputed = 1";
  await addIndex(db, table, "prices_of_perfume", ["perfume_id", "seen_on"]);
  await addIndex(db, table, "prices_shown", shown, "state = 'shown'");
  await addIndex(db, table, "prices_of_shop", ["shop"]);
  await addIndex(db, table, "prices_of_user", ["user_id"]);
  await addIndex(db, table, "prices_by_decided_by", ["decided_by"], "decided_by is not null");
  await addIndex(db, table, "prices_held", held, "state = 'held'");
  await addIndex(db, table, "prices_disputed", ["created_at", "id"], disputed);
  await addIndex(db, table, "prices_due", ["counts_from"], "counts_from is not null");
  await addIndex(db, table, "prices_with_network", ["created_at"], "network is not null");
}

async function addVotesAgainst(db: Kysely<any>): Promise<void> {
  const table = "price_gone";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("price_id", "integer", of("prices.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("created_at", "text", required)
    .addColumn("mailbox", "text")
    .addColumn("mail_domain", "text")
    .addColumn("network", "text")
    .addColumn("counts_from", "text")
    .addColumn("counted_at", "text")
    .addUniqueConstraint("price_gone_by_person", ["price_id", "user_id"])
    .addUniqueConstraint("price_gone_by_mailbox", ["price_id", "mailbox"])
    .execute();
  // The names that older databases have.
  if (isPostgres(db))
    for (const key of ["price_gone_price_id_fkey", "price_gone_user_id_fkey"])
      await sql.raw(`alter table price_gone rename constraint ${key} to ${key}1`).execute(db);
  await addIndex(db, table, "price_gone_of_user", ["user_id"]);
  await addIndex(db, table, "price_gone_by_age", ["created_at"]);
  await addIndex(db, table, "price_gone_due", ["counts_from"], "counts_from is not null");
  await addIndex(db, table, "price_gone_with_network", ["created_at"], "network is not null");
}

async function addRemovals(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("removed_prices")
    .addColumn("price_id", "integer", of("prices.id"))
    .addColumn("entry", "integer", required)
    .addColumn("state", "text", initially("shown", "state in ('shown', 'held')"))
    .addColumn("version", "integer", required)
    .addPrimaryKeyConstraint("removed_prices_once", ["entry", "price_id"])
    .execute();
  await addIndex(db, "removed_prices", "removed_prices_of_price", ["price_id"]);
}

async function addSummaries(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("price_summaries")
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("kind", "text", required)
    .addColumn("currency", "text", required)
    .addColumn("count", "integer", checked("count > 0"))
    .addColumn("cheapest_id", "integer", required)
    .addColumn("highest", "integer", required)
    .addColumn("median_per_100_ml", "integer", required)
    .addColumn("valid_until", "text", required)
    .addColumn("reference_id", "integer", initially(0))
    .addColumn("official", "integer", initially(0))
    .addPrimaryKeyConstraint("price_summaries_key", ["perfume_id", "kind", "currency"])
    .execute();
  const byMedian = ["currency", "kind", "median_per_100_ml"];
  await addIndex(db, "price_summaries", "price_summaries_by_end", ["valid_until"]);
  await addIndex(db, "price_summaries", "price_summaries_by_median", byMedian);
}
