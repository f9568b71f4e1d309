import { type Kysely, sql } from "kysely";

/** Reports outlive their authors' accounts, without them, so that nobody reports a review twice. SQLite can change a reference only by rebuilding the table. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("next_review_reports")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull().autoIncrement())
    .addColumn("review_id", "integer", (c) =>
      c.notNull().references("dupe_reviews.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("mailbox", "text")
    .addColumn("mail_domain", "text")
    .addColumn("reason", "text", (c) =>
      c.notNull().check(sql`reason in ('spam', 'offensive', 'false', 'rights')`),
    )
    .addColumn("note", "text")
    .addColumn("counts", "integer", (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`counts in (0, 1)`),
    )
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("decided_at", "text")
    .addUniqueConstraint("review_reports_one_each", ["review_id", "user_id"])
    .addUniqueConstraint("review_reports_one_per_mailbox", ["review_id", "mailbox"])
    .execute();
  const kept = sql.raw("review_id, user_id, reason, note, created_at, decided_at");
  await sql`insert into next_review_reports (${kept})
    select ${kept} from review_reports order by created_at, review_id, user_id`.execute(db);
  await db.schema.dropTable("review_reports").execute();
  await db.schema.alterTable("next_review_reports").renameTo("review_reports").execute();
  for (const index of [
    "review_reports_waiting on review_reports (review_id, created_at) where decided_at is null",
    "review_reports_decided on review_reports (decided_at) where decided_at is not null",
    "review_reports_of_user on review_reports (user_id, created_at)",
    "review_reports_of_mailbox on review_reports (mailbox, created_at) where mailbox is not null",
    "review_reports_of_mail_domain on review_reports (mail_domain, created_at) where mail_domain is not null",
  ])
    await sql.raw(`create index ${index}`).execute(db);
}
