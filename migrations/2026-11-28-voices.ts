import { type Kysely, sql } from "kysely";
import { addIndex, by, counted, initially, of, required } from "./baseline/baseline-columns.ts";

/** Whatever others see is counted in the same way: who said it, from where, and since when it counts. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("usuarios")
    .addColumn("trusted", "integer", initially(0, "trusted in (0, 1)"))
    .execute();
  await countVoices(db);
  await texts(db, "removed_votes", ["mail_domain", "network"]);
  await weighReports(db);
  await weighWords(db);
  await weighPrices(db);
  for (const table of ["user_votes", "verdicts"])
    await db.schema.dropIndex(`${table}_with_origin`).execute();
  for (const table of ["user_votes", "verdicts", "review_reports", "prices", "price_gone"])
    await addIndex(db, table, `${table}_with_network`, ["created_at"], "network is not null");
}

/** Three people speak from three places, as far as it is known. */
async function countVoices(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("dupes")
    .addColumn("few_voices", "integer", initially(0, "few_voices in (0, 1)"))
    .execute();
  await sql`update dupes set few_voices = 1 where likes + dislikes >= 3 and 3 > (
    select count(distinct coalesce(network, mailbox, user_id)) from user_votes
    where dupe_id = dupes.id and state = 'counted')`.execute(db);
  await db.schema
    .alterTable("verdict_counts")
    .addColumn("few_voices", "text", initially(""))
    .execute();
  for (const question of ["opening", "drydown", "lasting", "projection", "again"])
    await sql`update verdict_counts
      set few_voices = case few_voices when '' then ${question} else few_voices || ',' || ${question} end
      where dupe_id in (
        select dupe_id from verdicts
        where state = 'counted' and silent = 0 and ${sql.ref(question)} is not null
        group by dupe_id
        having count(*) >= 3 and count(distinct coalesce(network, mailbox, user_id)) < 3)`.execute(
      db,
    );
}

const texts = async (db: Kysely<any>, table: string, names: string[]) => {
  for (const name of names) await db.schema.alterTable(table).addColumn(name, "text").execute();
};

async function weighReports(db: Kysely<any>): Promise<void> {
  const table = "review_reports";
  await texts(db, table, ["network", "counts_from", "counted_at"]);
  // What did not help to hide a review is left to operators: counted now, a day's limits would be off.
  await sql`update review_reports set counted_at = created_at where counts = 1`.execute(db);
  await db.schema.alterTable(table).dropColumn("counts").execute();
  await addIndex(db, table, "review_reports_due", ["counts_from"], "counts_from is not null");
}

/** Only people can say that a price is gone, each once, also if their mailbox's hash was another one before. */
async function weighWords(db: Kysely<any>): Promise<void> {
  const table = "price_gone";
  for (const index of ["price_gone_of_user", "price_gone_by_age"])
    await db.schema.dropIndex(index).execute();
  await db.schema.alterTable(table).renameTo("old_price_gone").execute();
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
  await sql`insert into price_gone (price_id, user_id, created_at, mailbox, mail_domain, counted_at)
    select price_id, user_id, at, voter, mail_domain, case when said_by = 'person' then at end
    from old_price_gone where gone = 1 and said_by <> 'network'
    order by at on conflict do nothing`.execute(db);
  await db.schema.dropTable("old_price_gone").execute();
  await addIndex(db, table, "price_gone_of_user", ["user_id"]);
  await addIndex(db, table, "price_gone_by_age", ["created_at"]);
  await addIndex(db, table, "price_gone_due", ["counts_from"], "counts_from is not null");
}

/** What people's prices were shown for is judged anew: they wait until housekeeping counts them, at once. */
async function weighPrices(db: Kysely<any>): Promise<void> {
  const table = "prices";
  await texts(db, table, ["network", "counts_from", "counted_at"]);
  await db.schema
    .alterTable(table)
    .addColumn("disputed", "integer", initially(0, "disputed in (0, 1)"))
    .execute();
  await sql`update prices set state = 'held', vouched = 0, counts_from = created_at
    where state = 'shown' and decided_at is null and (user_id is not null or mailbox is not null)`.execute(
    db,
  );
  await db.updateTable("price_summaries").set({ valid_until: "2000-01-01" }).execute();
  await addIndex(db, table, "prices_due", ["counts_from"], "counts_from is not null");
  await db.schema.dropIndex("prices_held").execute();
  // The queue's, which the index alone answers.
  const queued = ["created_at", "id", "user_id", "counts_from"];
  await addIndex(db, table, "prices_held", queued, "state = 'held'");
  const disputed = "state = 'shown' and disputed = 1";
  await addIndex(db, table, "prices_disputed", ["created_at", "id"], disputed);
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
