import { type Kysely, sql } from "kysely";
import { isPostgres } from "../../db/dialect.ts";
import { addIndex, checked, initially, key, required, unique } from "./baseline-columns.ts";

export async function addToolTables(db: Kysely<any>): Promise<void> {
  await addOutbox(db);
  await addIndexNow(db);
  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", key)
    .addColumn("points", "integer", required)
    .addColumn("expires_at", "text")
    .execute();
  await addIndex(db, "rate_limits", "rate_limits_by_end", ["expires_at"]);
  await db.schema
    .createTable("last_runs")
    .addColumn("name", "text", key)
    .addColumn("at", "text", required)
    .execute();
}

async function addOutbox(db: Kysely<any>): Promise<void> {
  const states = ["next_attempt_at", "sent_at", "dead_at"].map((column) =>
    isPostgres(db) ? `(${column} is not null)::int` : `(${column} is not null)`,
  );
  await db.schema
    .createTable("outbox")
    .addColumn("id", "integer", key)
    .addColumn("message_id", "text", unique)
    .addColumn("recipient", "text", required)
    .addColumn("reply_to", "text")
    .addColumn("subject", "text", required)
    .addColumn("text", "text", required)
    .addColumn("html", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("attempts", "integer", initially(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("lease", "text")
    .addColumn("last_error", "text")
    .addColumn("sent_at", "text")
    .addColumn("dead_at", "text")
    .addColumn("unsubscribe_url", "text")
    .addCheckConstraint("outbox_one_state", sql.raw(`${states.join(" + ")} = 1`))
    .execute();
  await addIndex(db, "outbox", "outbox_due", ["next_attempt_at", "attempts"]);
  await addIndex(db, "outbox", "outbox_dead", ["dead_at"], "dead_at is not null");
}

async function addIndexNow(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("index_now")
    .addColumn("id", "integer", (c) => checked("id = 1")(key(c)))
    .addColumn("noted", "integer", checked("noted in (0, 1)"))
    .execute();
  await db.insertInto("index_now").values({ id: 1, noted: 0 }).execute();
  await db.schema
    .createTable("changed_perfumes")
    .addColumn("perfume_id", "integer", key)
    .addColumn("marca", "text", required)
    .addColumn("nombre", "text", required)
    .addColumn("attempts", "integer", initially(0))
    .addColumn("next_attempt_at", "text")
    .addColumn("lease", "text")
    .addColumn("last_error", "text")
    .addColumn("dead_at", "text")
    .addCheckConstraint(
      "changed_perfumes_one_state",
      sql`(next_attempt_at is null) <> (dead_at is null)`,
    )
    .execute();
  await addIndex(db, "changed_perfumes", "changed_perfumes_due", ["next_attempt_at"]);
}
