import { type Kysely, sql } from "kysely";

/** When a vote counts, and what tells that several are one person's. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["user_votes", "removed_votes"]) {
    await sql`alter table ${sql.table(table)} add column state text not null default 'counted'
      check (state in ('counted', 'waiting', 'uncounted'))`.execute(db);
    for (const name of ["counts_from", "counted_at", "mailbox"])
      await sql`alter table ${sql.table(table)} add column ${sql.id(name)} text`.execute(db);
    await sql`alter table ${sql.table(table)} add column uncounted_by integer`.execute(db);
  }
  for (const name of ["network", "mail_domain"])
    await sql`alter table user_votes add column ${sql.id(name)} text`.execute(db);
  await sql`create unique index user_votes_one_per_mailbox
    on user_votes (dupe_id, mailbox) where mailbox is not null`.execute(db);
  await sql`create index user_votes_of_network
    on user_votes (dupe_id, network, counted_at) where network is not null`.execute(db);
  await sql`create index user_votes_of_mail_domain
    on user_votes (dupe_id, mail_domain, counted_at) where mail_domain is not null`.execute(db);
  await sql`create index user_votes_with_origin
    on user_votes (created_at) where network is not null or mail_domain is not null`.execute(db);
  await sql`create index user_votes_waiting
    on user_votes (counts_from) where state = 'waiting'`.execute(db);
  await sql`create index user_votes_uncounted
    on user_votes (uncounted_by) where uncounted_by is not null`.execute(db);
}
