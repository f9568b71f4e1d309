import { type Kysely, sql } from "kysely";
import { isPostgres } from "../db/dialect.ts";
import { addIndex, by, counted, initially, of, required } from "./baseline/baseline-columns.ts";

/** Who asked for what is suggested, visitors too, and every page that was sent with it (RULES.md 6.1). */
export async function up(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? freeAuthors(db) : remakeAuthors(db));
  const authors = "suggestion_authors";
  for (const name of ["mailbox", "mail_domain", "network"])
    await db.schema.alterTable(authors).addColumn(name, "text").execute();
  await db.schema
    .alterTable(authors)
    .addColumn("counted", "integer", initially(1, "counted in (0, 1)"))
    .execute();
  await addIndex(db, authors, `${authors}_with_network`, ["at"], "network is not null");
  await addPages(db);
  await rewriteUndoData(db);
}

async function freeAuthors(db: Kysely<any>): Promise<void> {
  await sql`alter table suggestion_authors
    alter column user_id drop not null,
    drop constraint suggestion_authors_user_id_fkey,
    add constraint suggestion_authors_user_id_fkey
      foreign key (user_id) references usuarios (id) on delete set null`.execute(db);
}

/** SQLite cannot drop "not null". */
async function remakeAuthors(db: Kysely<any>): Promise<void> {
  const [table, remade] = ["suggestion_authors", "remade_authors"];
  const ofSuggestion = (name: string) => (c: Parameters<typeof required>[0]) =>
    c.references(`${name}.id`).onDelete("cascade");
  await db.schema
    .createTable(remade)
    .addColumn("id", "integer", counted)
    .addColumn("perfume_suggestion_id", "integer", ofSuggestion("sugerencias_perfumes"))
    .addColumn("dupe_suggestion_id", "integer", ofSuggestion("sugerencias_dupes"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("at", "text", required)
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", initially(0, "thanks_due in (0, 1)"))
    .addUniqueConstraint("suggestion_authors_of_perfume", ["perfume_suggestion_id", "user_id"])
    .addUniqueConstraint("suggestion_authors_of_dupe", ["dupe_suggestion_id", "user_id"])
    .addCheckConstraint(
      "suggestion_authors_of_one",
      sql`(perfume_suggestion_id is null) <> (dupe_suggestion_id is null)`,
    )
    .execute();
  const columns = sql.raw(
    "id, perfume_suggestion_id, dupe_suggestion_id, user_id, at, language, thanks_due",
  );
  await sql`insert into ${sql.table(remade)} (${columns})
    select ${columns} from ${sql.table(table)}`.execute(db);
  // Ids stay used, because undo data has them.
  await sql`delete from sqlite_sequence where name = ${remade}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq)
    select ${remade}, seq from sqlite_sequence where name = ${table}`.execute(db);
  await db.schema.dropTable(table).execute();
  await db.schema.alterTable(remade).renameTo(table).execute();
  await addIndex(db, table, `${table}_of_user`, ["user_id"]);
  await addIndex(db, table, `${table}_to_thank`, ["id"], "thanks_due = 1");
}

/** The column `fuente` stays, empty, for processes of the release before (RULES.md 14.14). */
async function addPages(db: Kysely<any>): Promise<void> {
  const table = "suggested_pages";
  await db.schema
    .createTable(table)
    .addColumn("dupe_suggestion_id", "integer", of("sugerencias_dupes.id"))
    .addColumn("url", "text", required)
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .addColumn("at", "text", required)
    .addPrimaryKeyConstraint(`${table}_key`, ["dupe_suggestion_id", "url"])
    .execute();
  await addIndex(db, table, `${table}_of_user`, ["user_id"]);
  await sql`insert into suggested_pages (dupe_suggestion_id, url, user_id, at)
    select id, fuente, user_id, created_at from sugerencias_dupes where fuente is not null`.execute(
    db,
  );
  await sql`update sugerencias_dupes set fuente = null where fuente is not null`.execute(db);
}

/** What a removed suggestion had as `fuente` comes back as a page. */
async function rewriteUndoData(db: Kysely<any>): Promise<void> {
  const rows = await db
    .selectFrom("changed_rows")
    .selectAll()
    .where("place", "=", "sugerencias_dupes")
    .where((row) => row.or([row("before", "like", "%fuente%"), row("after", "like", "%fuente%")]))
    .execute();
  for (const { id, before, after, ...row } of rows) {
    const [was, is] = [before, after].map((json) => json && JSON.parse(json));
    if (was && !is && was.fuente) {
      const key = { dupe_suggestion_id: was.id, url: was.fuente };
      const page = { ...key, user_id: was.user_id, at: was.created_at };
      const places = { place: "suggested_pages", key: JSON.stringify(key) };
      await db
        .insertInto("changed_rows")
        .values({ ...row, ...places, before: JSON.stringify(page), after: null })
        .execute();
    }
    const without = (one: object | null) => one && JSON.stringify({ ...one, fuente: undefined });
    await db
      .updateTable("changed_rows")
      .set({ before: without(was), after: without(is) })
      .where("id", "=", id)
      .execute();
  }
}
