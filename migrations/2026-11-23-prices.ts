import { type Kysely, sql } from "kysely";
import { addIndex, initially } from "./baseline/baseline-columns.ts";

export async function up(db: Kysely<any>): Promise<void> {
  await addColumns(db);
  await db
    .updateTable("prices")
    .set({ vouched: 1 })
    .where("state", "=", "shown")
    .where((row) => row.or([row("user_id", "is", null), row("decided_at", "is not", null)]))
    .execute();
  await db
    .updateTable("price_gone")
    .set({ said_by: "person" })
    .where("user_id", "is not", null)
    .execute();
  await renewSummaries(db);
  await cutParameters(db);
}

async function addColumns(db: Kysely<any>): Promise<void> {
  const flag = initially(0, "vouched in (0, 1)");
  const speaker = initially("network", "said_by in ('person', 'network', 'deleted')");
  for (const name of ["mailbox", "mail_domain"])
    await db.schema.alterTable("prices").addColumn(name, "text").execute();
  await db.schema.alterTable("prices").addColumn("vouched", "integer", flag).execute();
  await db.schema.alterTable("price_gone").addColumn("said_by", "text", speaker).execute();
  await db.schema.alterTable("price_gone").addColumn("mail_domain", "text").execute();
  await addIndex(db, "price_summaries", "price_summaries_by_median", [
    "currency",
    "kind",
    "median_per_100_ml",
  ]);
}

/** Outdated on purpose: readers compute them, and housekeeping rewrites or drops them. */
async function renewSummaries(db: Kysely<any>): Promise<void> {
  const table = "price_summaries";
  const copied = ["amount_cents", "size_ml", "shop", "url", "seen_on", "best_per_100_ml"];
  for (const column of copied) await db.schema.alterTable(table).dropColumn(column).execute();
  await db.schema.alterTable(table).addColumn("reference_id", "integer", initially(0)).execute();
  await db.updateTable(table).set({ valid_until: "2000-01-01" }).execute();
  const columns = [
    "perfume_id",
    "currency",
    "count",
    "cheapest_id",
    "highest",
    "median_per_100_ml",
    "valid_until",
  ];
  await db
    .insertInto(table)
    .columns([...columns, "kind"])
    .expression(
      db
        .selectFrom(table)
        .select([...columns, sql.lit("vouched").as("kind")])
        .where("kind", "=", "bottle"),
    )
    .execute();
}

/** Imports keep theirs, which are the operators' own. */
async function cutParameters(db: Kysely<any>): Promise<void> {
  const prices = await db
    .selectFrom("prices")
    .select(["id", "url"])
    .where((row) => row.or([row("url", "like", "%?%"), row("url", "like", "%#%")]))
    .where((row) =>
      row.or([
        row("user_id", "is not", null),
        row("decided_at", "is not", null),
        row("state", "!=", "shown"),
      ]),
    )
    .execute();
  for (const { id, url } of prices)
    await db
      .updateTable("prices")
      .set({ url: url.split(/[?#]/u)[0] })
      .where("id", "=", id)
      .execute();
}
