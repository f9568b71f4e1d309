import { type Kysely, sql } from "kysely";
import {
  addIndex,
  addUniqueIndex,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
} from "./baseline-columns.ts";
import { concentrations, genders } from "./catalog-tables.ts";

export async function addSuggestionTables(db: Kysely<any>): Promise<void> {
  await addSuggestions(db, "sugerencias_perfumes", ["nombre_perfume", "marca_perfume"]);
  await addSuggestions(db, "sugerencias_dupes", ["nombre_dupe", "marca_dupe"]);
  await addAuthors(db);
  await addPages(db);
  await addFacts(db);
  await addSources(db);
}

async function addSuggestions(
  db: Kysely<any>,
  table: "sugerencias_perfumes" | "sugerencias_dupes",
  names: string[],
): Promise<void> {
  const isDupe = table === "sugerencias_dupes";
  let suggestions = db.schema.createTable(table).addColumn("id", "integer", counted);
  if (isDupe) suggestions = suggestions.addColumn("perfume_id", "integer", of("perfumes.id"));
  for (const name of names) suggestions = suggestions.addColumn(name, "text", required);
  const states = "state in ('waiting', 'accepted', 'refused', 'same')";
  suggestions = suggestions
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("clave", "text", required)
    .addColumn("twin_key", "text", required)
    .addColumn("veces", "integer", initially(1, "veces > 0"))
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", initially("waiting", states))
    .addColumn("version", "integer", initially(1))
    .addColumn("bottle_id", "integer", by("perfumes.id"))
    .addColumn("decided_at", "text")
    .addColumn("decided_by", "text", by("usuarios.id"))
    .addColumn("reason", "text");
  // Unused: pages have a table of their own.
  if (isDupe) suggestions = suggestions.addColumn("fuente", "text");
  // A cast, because the builder's type does not follow what was added on a condition.
  await suggestions
    .addUniqueConstraint(`${table}_once`, (isDupe ? ["perfume_id", "clave"] : ["clave"]) as never[])
    .execute();
  for (const column of ["user_id", "decided_by", "bottle_id", "twin_key"])
    await addIndex(db, table, `${table}_by_${column}`, [column]);
  // The queue: most asked first, then the oldest.
  const queue = ["veces desc", "created_at", "id"];
  await addIndex(db, table, `${table}_waiting`, queue, "state = 'waiting'");
  await addIndex(db, table, `${table}_by_created_at`, ["created_at"]);
}

async function addAuthors(db: Kysely<any>): Promise<void> {
  const table = "suggestion_authors";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("perfume_suggestion_id", "integer", (c) =>
      c.references("sugerencias_perfumes.id").onDelete("cascade"),
    )
    .addColumn("dupe_suggestion_id", "integer", (c) =>
      c.references("sugerencias_dupes.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("at", "text", required)
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", initially(0, "thanks_due in (0, 1)"))
    .addColumn("mailbox", "text")
    .addColumn("mail_domain", "text")
    .addColumn("network", "text")
    .addColumn("counted", "integer", initially(1, "counted in (0, 1)"))
    .addUniqueConstraint("suggestion_authors_of_perfume", ["perfume_suggestion_id", "user_id"])
    .addUniqueConstraint("suggestion_authors_of_dupe", ["dupe_suggestion_id", "user_id"])
    .addCheckConstraint(
      "suggestion_authors_of_one",
      sql`(perfume_suggestion_id is null) <> (dupe_suggestion_id is null)`,
    )
    .execute();
  await addIndex(db, table, "suggestion_authors_of_user", ["user_id"]);
  await addIndex(db, table, "suggestion_authors_to_thank", ["id"], "thanks_due = 1");
  await addIndex(db, table, "suggestion_authors_with_network", ["at"], "network is not null");
}

async function addPages(db: Kysely<any>): Promise<void> {
  const table = "suggested_pages";
  await db.schema
    .createTable(table)
    .addColumn("dupe_suggestion_id", "integer", of("sugerencias_dupes.id"))
    .addColumn("url", "text", required)
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("cascade"))
    .addColumn("at", "text", required)
    .addPrimaryKeyConstraint("suggested_pages_key", ["dupe_suggestion_id", "url"])
    .execute();
  await addIndex(db, table, "suggested_pages_of_user", ["user_id"]);
}

/** What is in a bottle. */
async function addFacts(db: Kysely<any>): Promise<void> {
  const table = "fact_suggestions";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("user_id", "text", by("usuarios.id"))
    .addColumn("concentracion", "text", optional(concentrations))
    .addColumn("anio", "integer")
    .addColumn("genero", "text", optional(genders))
    .addColumn("familia", "text")
    .addColumn("notas", "text")
    .addColumn("changes", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", initially("waiting", "state in ('waiting', 'accepted', 'refused')"))
    .addColumn("version", "integer", initially(1))
    .addColumn("decided_at", "text")
    .addColumn("decided_by", "text", by("usuarios.id"))
    .addColumn("reason", "text")
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", optional("thanks_due in (0, 1)"))
    .execute();
  await addQueueIndexes(db, table, "perfume_id");
}

/** Pages for a dupe; with its author's account, one goes. */
async function addSources(db: Kysely<any>): Promise<void> {
  const table = "source_suggestions";
  await db.schema
    .createTable(table)
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("user_id", "text", of("usuarios.id"))
    .addColumn("url", "text", required)
    .addColumn("author", "text", optional("length(author) between 1 and 100"))
    .addColumn("stance", "text", checked("stance in ('for', 'against')"))
    .addColumn("said_on", "text")
    .addColumn("created_at", "text", required)
    .addColumn("state", "text", initially("waiting", "state in ('waiting', 'accepted', 'refused')"))
    .addColumn("version", "integer", initially(1))
    .addColumn("decided_at", "text")
    .addColumn("decided_by", "text", by("usuarios.id"))
    .addColumn("reason", "text")
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", optional("thanks_due in (0, 1)"))
    .execute();
  await addQueueIndexes(db, table, "dupe_id");
  await addUniqueIndex(db, table, `${table}_once`, ["dupe_id", "url"], "state = 'waiting'");
}

async function addQueueIndexes(db: Kysely<any>, table: string, about: string): Promise<void> {
  for (const column of [about, "user_id", "decided_by"])
    await addIndex(db, table, `${table}_by_${column}`, [column]);
  const queue = ["created_at", "id", "user_id"];
  await addIndex(db, table, `${table}_waiting`, queue, "state = 'waiting'");
  await addIndex(db, table, `${table}_to_thank`, ["id"], "thanks_due = 1");
}
