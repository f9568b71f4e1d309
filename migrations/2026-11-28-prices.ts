import { type Kysely, sql } from "kysely";

/** What is seen in shops (RULES.md 19). Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await addShops(db);
  await addPrices(db);
  await addVotesAgainst(db);
  await addSummaries(db);
}

async function addShops(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("shops")
    .addColumn("host", "text", (c) => c.primaryKey().notNull())
    .addColumn("name", "text", (c) => c.notNull().check(sql`length(name) > 0`))
    .addColumn("country", "text", (c) => c.check(sql`length(country) = 2`))
    .addColumn("currency", "text", (c) => c.check(sql`length(currency) = 3`))
    .addColumn("affiliate_template", "text")
    .addColumn("state", "text", (c) =>
      c
        .notNull()
        .defaultTo("known")
        .check(sql`state in ('known', 'blocked')`),
    )
    .execute();
}

async function addPrices(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("prices")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("amount_cents", "integer", (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn("currency", "text", (c) => c.notNull().check(sql`length(currency) = 3`))
    .addColumn("size_ml", "double precision", (c) => c.notNull().check(sql`size_ml > 0`))
    .addColumn("kind", "text", (c) =>
      c.notNull().check(sql`kind in ('bottle', 'tester', 'decant')`),
    )
    .addColumn("shop", "text", (c) => c.notNull().check(sql`length(shop) > 0`))
    .addColumn("url", "text")
    .addColumn("country", "text", (c) => c.check(sql`length(country) = 2`))
    .addColumn("seen_on", "text", (c) => c.notNull().check(sql`length(seen_on) = 10`))
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('shown', 'held', 'refused')`),
    )
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  // The newest of a bottle, of a bottle's currency and kind, and whether one is there already.
  await db.schema
    .createIndex("prices_of_perfume")
    .on("prices")
    .columns(["perfume_id", "seen_on"])
    .execute();
  await db.schema
    .createIndex("prices_shown")
    .on("prices")
    .columns(["perfume_id", "currency", "kind", "seen_on"])
    .where(sql.ref("state"), "=", "shown")
    .execute();
  // For the operators' queue, oldest first.
  await db.schema
    .createIndex("prices_held")
    .on("prices")
    .column("id")
    .where(sql.ref("state"), "=", "held")
    .execute();
  await db.schema.createIndex("prices_of_shop").on("prices").column("shop").execute();
  await db.schema.createIndex("prices_of_user").on("prices").column("user_id").execute();
}

async function addVotesAgainst(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("price_gone")
    .addColumn("price_id", "integer", (c) =>
      c.notNull().references("prices.id").onDelete("cascade"),
    )
    .addColumn("voter", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("gone", "integer", (c) => c.notNull().check(sql`gone in (0, 1)`))
    .addColumn("at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("price_gone_once", ["price_id", "voter"])
    .execute();
  await db.schema.createIndex("price_gone_of_user").on("price_gone").column("user_id").execute();
  await db.schema.createIndex("price_gone_by_age").on("price_gone").column("at").execute();
}

async function addSummaries(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("price_summaries")
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull().check(sql`count > 0`))
    .addColumn("cheapest_id", "integer", (c) => c.notNull())
    .addColumn("amount_cents", "integer", (c) => c.notNull())
    .addColumn("size_ml", "double precision", (c) => c.notNull())
    .addColumn("shop", "text", (c) => c.notNull())
    .addColumn("url", "text")
    .addColumn("seen_on", "text", (c) => c.notNull())
    .addColumn("highest", "integer", (c) => c.notNull())
    .addColumn("best_per_100_ml", "integer", (c) => c.notNull())
    .addColumn("median_per_100_ml", "integer", (c) => c.notNull())
    .addColumn("valid_until", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("price_summaries_key", ["perfume_id", "kind", "currency"])
    .execute();
  await db.schema
    .createIndex("price_summaries_by_end")
    .on("price_summaries")
    .column("valid_until")
    .execute();
}
