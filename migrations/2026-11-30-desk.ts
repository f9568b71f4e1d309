import { type Kysely, sql } from "kysely";
import { createTrigger, rebuildTable } from "../db/dialect.ts";

/** As app/domain/catalog/known-names.ts and app/i18n/text.ts had it when this was written. */
const spelledOut: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "&": " and ",
  "+": " plus ",
};
const slugify = (text: string) =>
  text
    .replace(/['’‘`´ʼ′]/gu, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæœøđðþłı&+]/gu, (sign) => spelledOut[sign] ?? "")
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
const canonical = (text: string) =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
const notLatin = /(?!\p{Script=Latin})\p{L}/u;
const spellingKey = (text: string) => {
  const words = slugify(text);
  return words === "" || notLatin.test(text) ? canonical(text) : words;
};

/** What operators decide on, who they are, and what they decided. Frozen: a change to the schema is a new file beside this one. */
export async function up(db: Kysely<any>): Promise<void> {
  await addOperators(db);
  await addLog(db);
  await rebuildSuggestions(db, "sugerencias_perfumes", ["nombre_perfume", "marca_perfume"]);
  await rebuildSuggestions(db, "sugerencias_dupes", ["nombre_dupe", "marca_dupe"]);
  await addAuthors(db);
  await addToPrices(db);
}

async function addOperators(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("operators")
    .addColumn("user_id", "text", (c) =>
      c.primaryKey().notNull().references("usuarios.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (c) => c.notNull().check(sql`role in ('moderator', 'owner')`))
    .addColumn("since", "text", (c) => c.notNull())
    .execute();
}

async function addLog(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("via", "text", (c) => c.notNull().check(sql`via in ('desk', 'command')`))
    .addColumn("actor_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("perfume_id", "integer")
    .addColumn("person_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("reason", "text")
    .addColumn("undone_by", "integer", (c) => c.references("audit_log.id"))
    .execute();
  for (const column of ["actor_id", "subject", "perfume_id", "person_id", "undone_by"])
    await db.schema.createIndex(`audit_log_by_${column}`).on("audit_log").column(column).execute();
  // What a decision says of a person goes with the person.
  await createTrigger(
    db,
    `audit_log_without_person before delete on usuarios begin
      update audit_log set
        "before" = null,
        "after" = null,
        reason = null,
        subject = case when subject = 'person:' || old.id then 'person' else subject end
      where person_id = old.id;
    end`,
  );
}

/** With ids that are never given again, because a page that is open names them, and with what was decided. */
async function rebuildSuggestions(
  db: Kysely<any>,
  table: "sugerencias_perfumes" | "sugerencias_dupes",
  names: [nombre: string, marca: string],
): Promise<void> {
  const isDupe = table === "sugerencias_dupes";
  await rebuildTable(db, table, async (next) => {
    let made = db.schema
      .createTable(next)
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull());
    if (isDupe)
      made = made.addColumn("perfume_id", "integer", (c) =>
        c.notNull().references("perfumes.id").onDelete("cascade"),
      );
    for (const name of names) made = made.addColumn(name, "text", (c) => c.notNull());
    await made
      .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
      .addColumn("clave", "text", (c) => c.notNull())
      .addColumn("twin_key", "text", (c) => c.notNull())
      .addColumn("veces", "integer", (c) =>
        c
          .notNull()
          .defaultTo(1)
          .check(sql`veces > 0`),
      )
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) =>
        c
          .notNull()
          .defaultTo("waiting")
          .check(sql`state in ('waiting', 'accepted', 'refused', 'same')`),
      )
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("bottle_id", "integer", (c) => c.references("perfumes.id").onDelete("set null"))
      .addColumn("decided_at", "text")
      .addColumn("decided_by", "text", (c) => c.references("usuarios.id").onDelete("set null"))
      .addColumn("reason", "text")
      .addUniqueConstraint(
        `${table}_once`,
        (isDupe ? ["perfume_id", "clave"] : ["clave"]) as never[],
      )
      .execute();
    const rows = await db.selectFrom(table).selectAll().orderBy("id").execute();
    for (const row of rows) {
      const [nombre, marca] = names.map((name) => spellingKey(row[name]));
      await db
        .insertInto(next)
        .values({ ...row, twin_key: `${marca}\n${nombre}` })
        .execute();
    }
  });
  for (const column of ["user_id", "decided_by", "bottle_id", "twin_key"])
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  // The queue: most asked first, then the oldest.
  await db.schema
    .createIndex(`${table}_waiting`)
    .on(table)
    .columns(["veces desc", "created_at", "id"])
    .where(sql.ref("state"), "=", "waiting")
    .execute();
}

/** Everybody who suggested something, with an account; of those from before, the first person is known. */
async function addAuthors(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("suggestion_authors")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
    .addColumn("perfume_suggestion_id", "integer", (c) =>
      c.references("sugerencias_perfumes.id").onDelete("cascade"),
    )
    .addColumn("dupe_suggestion_id", "integer", (c) =>
      c.references("sugerencias_dupes.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("language", "text")
    .addColumn("thanks_due", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`thanks_due in (0, 1)`),
    )
    .addUniqueConstraint("suggestion_authors_of_perfume", ["perfume_suggestion_id", "user_id"])
    .addUniqueConstraint("suggestion_authors_of_dupe", ["dupe_suggestion_id", "user_id"])
    .addCheckConstraint(
      "suggestion_authors_of_one",
      sql`(perfume_suggestion_id is null) <> (dupe_suggestion_id is null)`,
    )
    .execute();
  for (const [table, column] of [
    ["sugerencias_perfumes", "perfume_suggestion_id"],
    ["sugerencias_dupes", "dupe_suggestion_id"],
  ] as const)
    await db
      .insertInto("suggestion_authors")
      .columns([column, "user_id", "at"])
      .expression(
        db
          .selectFrom(table)
          .select(["id", "user_id", "created_at"])
          .where("user_id", "is not", null)
          .orderBy("id"),
      )
      .execute();
  await db.schema
    .createIndex("suggestion_authors_of_user")
    .on("suggestion_authors")
    .column("user_id")
    .execute();
  await db.schema
    .createIndex("suggestion_authors_to_thank")
    .on("suggestion_authors")
    .column("id")
    .where(sql.ref("thanks_due"), "=", 1)
    .execute();
}

async function addToPrices(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("prices")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("prices").addColumn("decided_at", "text").execute();
  await db.schema
    .alterTable("prices")
    .addColumn("decided_by", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .execute();
  await db.schema.alterTable("prices").addColumn("reason", "text").execute();
  await db.schema
    .createIndex("prices_by_decided_by")
    .on("prices")
    .column("decided_by")
    .where(sql.ref("decided_by"), "is not", null)
    .execute();
  // In the order of the queue.
  await db.schema.dropIndex("prices_held").execute();
  await db.schema
    .createIndex("prices_held")
    .on("prices")
    .columns(["created_at", "id"])
    .where(sql.ref("state"), "=", "held")
    .execute();
}
