import { type Kysely, sql } from "kysely";

// Frozen: a change to the schema is a new file beside this one.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("usuarios")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("nombre_usuario", "text")
    .addColumn("nombre_usuario_clave", "text", (c) => c.unique())
    .addColumn("nombre_completo", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("avatar_url", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addCheckConstraint(
      "usuarios_username_whole",
      sql`(nombre_usuario is null) = (nombre_usuario_clave is null)`,
    )
    .addCheckConstraint(
      "usuarios_username_length",
      sql`nombre_usuario is null or length(nombre_usuario) between 3 and 30`,
    )
    .execute();

  await db.schema
    .createTable("accounts")
    .addColumn("user_id", "text", (c) =>
      c.primaryKey().notNull().references("usuarios.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_clave", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text")
    .addColumn("google_sub", "text", (c) => c.unique())
    .addColumn("confirmed_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("perfumes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("marca", "text", (c) => c.notNull().check(sql`length(marca) > 0`))
    .addColumn("nombre", "text", (c) => c.notNull().check(sql`length(nombre) > 0`))
    .addColumn("foto", "text")
    .addColumn("popularidad", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`popularidad >= 0`),
    )
    .addColumn("vistas", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`vistas >= 0`),
    )
    .addColumn("marca_clave", "text", (c) => c.notNull())
    .addColumn("nombre_clave", "text", (c) => c.notNull())
    .addColumn("marca_slug", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addUniqueConstraint("perfumes_name", ["marca_clave", "nombre_clave"])
    .execute();
  await db.schema
    .createIndex("perfumes_by_house")
    .on("perfumes")
    .columns(["marca_slug", "nombre_clave"])
    .execute();
  await db.schema
    .createIndex("perfumes_by_fame")
    .on("perfumes")
    .columns(["popularidad desc", "vistas desc", "id"])
    .execute();

  await db.schema
    .createTable("dupes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("nombre", "text", (c) => c.notNull().check(sql`length(nombre) > 0`))
    .addColumn("marca", "text", (c) => c.notNull().check(sql`length(marca) > 0`))
    .addColumn("foto", "text")
    .addColumn("enlace", "text")
    .addColumn("estimacion", "integer", (c) => c.check(sql`estimacion between 0 and 100`))
    .addColumn("porcentaje", "integer", (c) => c.notNull().check(sql`porcentaje between 0 and 100`))
    .addColumn("likes", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`likes >= 0`),
    )
    .addColumn("dislikes", "integer", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`dislikes >= 0`),
    )
    .addColumn("marca_clave", "text", (c) => c.notNull())
    .addColumn("nombre_clave", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addUniqueConstraint("dupes_name", ["perfume_id", "marca_clave", "nombre_clave"])
    .execute();
  await db.schema
    .createIndex("dupes_by_name")
    .on("dupes")
    .columns(["marca_clave", "nombre_clave"])
    .execute();

  await db.schema
    .createTable("perfume_searches")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("perfume_searches_of_perfume")
    .on("perfume_searches")
    .column("perfume_id")
    .execute();
  await db.schema
    .createIndex("perfume_searches_of_person")
    .on("perfume_searches")
    .column("user_id")
    .execute();

  await db.schema
    .createTable("perfume_month_views")
    .addColumn("month", "text", (c) => c.notNull().check(sql`length(month) = 7`))
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("views", "integer", (c) => c.notNull().check(sql`views > 0`))
    .addPrimaryKeyConstraint("perfume_month_views_key", ["month", "perfume_id"])
    .execute();
  await db.schema
    .createIndex("perfume_month_views_top")
    .on("perfume_month_views")
    .columns(["month", "views desc", "perfume_id"])
    .execute();
  await db.schema
    .createIndex("perfume_month_views_of_perfume")
    .on("perfume_month_views")
    .column("perfume_id")
    .execute();

  await db.schema
    .createTable("user_votes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("dupe_id", "integer", (c) => c.notNull().references("dupes.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("voto", "integer", (c) => c.notNull().check(sql`voto in (1, -1)`))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addUniqueConstraint("user_votes_one_each", ["dupe_id", "user_id"])
    .execute();
  await db.schema.createIndex("user_votes_of_person").on("user_votes").column("user_id").execute();

  await db.schema
    .createTable("sugerencias_perfumes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("nombre_perfume", "text", (c) => c.notNull())
    .addColumn("marca_perfume", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("clave", "text", (c) => c.notNull().unique())
    .addColumn("veces", "integer", (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`veces > 0`),
    )
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("sugerencias_perfumes_of_person")
    .on("sugerencias_perfumes")
    .column("user_id")
    .execute();

  await db.schema
    .createTable("sugerencias_dupes")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("nombre_dupe", "text", (c) => c.notNull())
    .addColumn("marca_dupe", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.references("usuarios.id").onDelete("set null"))
    .addColumn("clave", "text", (c) => c.notNull())
    .addColumn("veces", "integer", (c) =>
      c
        .notNull()
        .defaultTo(1)
        .check(sql`veces > 0`),
    )
    .addColumn("created_at", "text", (c) => c.notNull())
    .addUniqueConstraint("sugerencias_dupes_once", ["perfume_id", "clave"])
    .execute();
  await db.schema
    .createIndex("sugerencias_dupes_of_person")
    .on("sugerencias_dupes")
    .column("user_id")
    .execute();

  await db.schema
    .createTable("dupe_reviews")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("dupe_id", "integer", (c) => c.notNull().references("dupes.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("usuarios.id").onDelete("cascade"))
    .addColumn("description", "text", (c) => c.notNull().check(sql`length(trim(description)) > 0`))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("dupe_reviews_newest")
    .on("dupe_reviews")
    .columns(["dupe_id", "created_at desc", "id desc"])
    .execute();
  await db.schema
    .createIndex("dupe_reviews_of_person")
    .on("dupe_reviews")
    .column("user_id")
    .execute();

  await db.schema
    .createTable("contact_messages")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("name", "text", (c) => c.notNull().check(sql`length(name) between 1 and 100`))
    .addColumn("email", "text", (c) => c.notNull().check(sql`length(email) between 1 and 255`))
    .addColumn("message", "text", (c) => c.notNull().check(sql`length(message) between 1 and 1000`))
    .addColumn("privacy_accepted", "integer", (c) => c.notNull().check(sql`privacy_accepted = 1`))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("catalogue_version")
    .addColumn("id", "integer", (c) =>
      c
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.insertInto("catalogue_version").values({ id: 1, version: 1 }).execute();
}
