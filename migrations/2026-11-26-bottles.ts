import { type Kysely, sql } from "kysely";
import { createTrigger, dropTrigger, isPostgres, rebuildTable, wordsOf } from "../db/dialect.ts";

type Words = ReturnType<typeof wordsOf>;

/** As in 2026-11-23-index-now.ts, with today's name of `dead_at`. */
const noting =
  ({ now, choose, own }: Words) =>
  (columns: string, from: string) =>
    `
  insert into changed_perfumes (perfume_id, marca, nombre, next_attempt_at)
  select ${columns}, ${now} ${from} exists (select 1 from index_now where noted = 1)
  on conflict (perfume_id) do update set
    marca = excluded.marca,
    nombre = excluded.nombre,
    lease = null,
    attempts = ${choose(`${own("changed_perfumes", "dead_at")} is null`, own("changed_perfumes", "attempts"), "0")},
    next_attempt_at = coalesce(${own("changed_perfumes", "next_attempt_at")}, excluded.next_attempt_at),
    dead_at = null;`;
const changed = (columns: string[], { isNot }: Words) =>
  `(${columns.map((name) => `old.${name}`).join()}) ${isNot} (${columns.map((name) => `new.${name}`).join()})`;

/** As app/i18n/text.ts had it when this was written. */
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

/**
 * Every look-alike becomes a bottle, a row of `perfumes`; `dupes` says which bottle smells like which. Ids are never given
 * again (autoincrement). Frozen: a change to the schema is a new file beside this one.
 */
export async function up(db: Kysely<any>): Promise<void> {
  // SQLite renames no table while a trigger names one that is missing.
  for (const trigger of ["changed_by_new_dupe", "changed_by_dupe", "changed_by_lost_dupe"])
    await dropTrigger(db, trigger, "dupes");
  await rebuildPerfumes(db);
  await addBottlesOfDupes(db);
  await rebuildDupes(db);
  await addAliasesAndRedirects(db);
  await addSearchMisses(db);
  // The language of the page on which a review was written; unknown of those from before.
  await db.schema.alterTable("dupe_reviews").addColumn("language", "text").execute();
  await addTriggers(db);
  await sql`update catalogue_version set version = version + 1`.execute(db);
}

async function rebuildPerfumes(db: Kysely<any>): Promise<void> {
  await rebuildTable(db, "perfumes", async (next) => {
    await db.schema
      .createTable(next)
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
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
    const columns = sql.raw(
      "id, marca, nombre, foto, popularidad, vistas, marca_clave, nombre_clave, marca_slug, created_at, updated_at",
    );
    await sql`insert into perfumes_new (${columns}) select ${columns} from perfumes order by id`.execute(
      db,
    );
  });
  // Ids of perfumes that were removed are not given again either: PostgreSQL gives none again.
  if (!isPostgres(db)) await countRemoved(db);
  await db.schema
    .createIndex("perfumes_by_brand")
    .on("perfumes")
    .columns(["marca_slug", "nombre_clave"])
    .execute();
  await db.schema
    .createIndex("perfumes_by_popularity")
    .on("perfumes")
    .columns(["popularidad desc", "vistas desc", "id"])
    .execute();
  await db.schema
    .createIndex("perfumes_of_brand_by_popularity")
    .on("perfumes")
    .columns(["marca_slug", "popularidad desc", "vistas desc", "id"])
    .execute();
}

async function countRemoved(db: Kysely<any>): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq)
    select 'perfumes', 0 where not exists (select 1 from sqlite_sequence where name = 'perfumes')`.execute(
    db,
  );
  await sql`update sqlite_sequence
    set seq = max(seq, coalesce((select max(id) from removed_perfumes), 0)) where name = 'perfumes'`.execute(
    db,
  );
}

/** The bottles of look-alikes that have none yet: names of the dupe that came first, the first photo that one of them has. */
async function addBottlesOfDupes(db: Kysely<any>): Promise<void> {
  const { rows: brands } = await sql<{ marca: string }>`select distinct marca from dupes`.execute(
    db,
  );
  await sql`create temp table brand_slugs (marca text primary key, slug text not null)`.execute(db);
  for (const { marca } of brands)
    await sql`insert into brand_slugs values (${marca}, ${slugify(marca)})`.execute(db);
  await sql`insert into perfumes
      (marca, nombre, foto, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
    select first.marca, first.nombre, photo.foto, first.marca_clave, first.nombre_clave, slug,
      first.created_at, first.updated_at
    from dupes as first
    join brand_slugs on brand_slugs.marca = first.marca
    left join dupes as photo on photo.id = (
      select min(one.id) from dupes as one
      where one.marca_clave = first.marca_clave and one.nombre_clave = first.nombre_clave
        and one.foto is not null)
    where first.id = (
      select min(one.id) from dupes as one
      where one.marca_clave = first.marca_clave and one.nombre_clave = first.nombre_clave)
    and not exists (
      select 1 from perfumes
      where perfumes.marca_clave = first.marca_clave and perfumes.nombre_clave = first.nombre_clave)
    order by first.id`.execute(db);
  await sql`drop table brand_slugs`.execute(db);
  // A bottle that had a page already takes its dupe's photo when it has none.
  await sql`update perfumes set foto = (
      select foto from dupes
      where dupes.marca_clave = perfumes.marca_clave and dupes.nombre_clave = perfumes.nombre_clave
        and foto is not null
      order by id limit 1)
    where foto is null`.execute(db);
}

async function rebuildDupes(db: Kysely<any>): Promise<void> {
  const { rows: ofItself } = await sql<{ id: number; marca: string; nombre: string }>`
    select dupes.id, dupes.marca, dupes.nombre from dupes join perfumes on perfumes.id = perfume_id
    where dupes.marca_clave = perfumes.marca_clave and dupes.nombre_clave = perfumes.nombre_clave`.execute(
    db,
  );
  for (const { id, marca, nombre } of ofItself)
    console.warn(`Dropped the dupe ${id}: ${marca} ${nombre} was a dupe of itself.`);
  await rebuildTable(db, "dupes", async (next) => {
    await db.schema
      .createTable(next)
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement().notNull())
      .addColumn("perfume_id", "integer", (c) =>
        c.notNull().references("perfumes.id").onDelete("cascade"),
      )
      .addColumn("dupe_perfume_id", "integer", (c) =>
        c.notNull().references("perfumes.id").onDelete("cascade"),
      )
      .addColumn("nombre", "text", (c) => c.notNull().check(sql`length(nombre) > 0`))
      .addColumn("marca", "text", (c) => c.notNull().check(sql`length(marca) > 0`))
      .addColumn("foto", "text")
      .addColumn("enlace", "text")
      .addColumn("estimacion", "integer", (c) => c.check(sql`estimacion between 0 and 100`))
      .addColumn("porcentaje", "integer", (c) =>
        c.notNull().check(sql`porcentaje between 0 and 100`),
      )
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
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addUniqueConstraint("dupes_once", ["perfume_id", "dupe_perfume_id"])
      .addCheckConstraint("dupes_of_another", sql`perfume_id <> dupe_perfume_id`)
      .execute();
    await sql`insert into dupes_new
        (id, perfume_id, dupe_perfume_id, nombre, marca, foto, enlace, estimacion, porcentaje, likes, dislikes, created_at, updated_at)
      select dupes.id, perfume_id, bottle.id, bottle.nombre, bottle.marca, bottle.foto, enlace, estimacion, porcentaje,
        likes, dislikes, dupes.created_at, dupes.updated_at
      from dupes join perfumes as bottle
        on bottle.marca_clave = dupes.marca_clave and bottle.nombre_clave = dupes.nombre_clave
      where perfume_id <> bottle.id
      order by dupes.id`.execute(db);
    // Foreign keys are off while tables are rebuilt, so what hung on a dupe of itself goes by hand.
    for (const table of ["user_votes", "dupe_reviews", "review_drafts"])
      await sql`delete from ${sql.table(table)} where dupe_id not in (select id from dupes_new)`.execute(
        db,
      );
  });
  await db.schema
    .createIndex("dupes_of_bottle")
    .on("dupes")
    .columns(["dupe_perfume_id", "perfume_id"])
    .execute();
}

async function addAliasesAndRedirects(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("perfume_aliases")
    .addColumn("marca_clave", "text", (c) => c.notNull())
    .addColumn("alias_clave", "text", (c) => c.notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .addColumn("alias", "text", (c) => c.notNull().check(sql`length(alias) > 0`))
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('name', 'code')`))
    // Unique within a brand: a trigger keeps `marca_clave` the bottle's.
    .addPrimaryKeyConstraint("perfume_aliases_key", ["marca_clave", "alias_clave"])
    .execute();
  await db.schema
    .createIndex("perfume_aliases_of_perfume")
    .on("perfume_aliases")
    .column("perfume_id")
    .execute();
  await db.schema
    .createTable("perfume_redirects")
    .addColumn("old_id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("perfume_id", "integer", (c) =>
      c.notNull().references("perfumes.id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("perfume_redirects_of_perfume")
    .on("perfume_redirects")
    .column("perfume_id")
    .execute();
  await db.schema
    .createTable("dupe_redirects")
    .addColumn("old_id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("dupe_id", "integer", (c) => c.notNull().references("dupes.id").onDelete("cascade"))
    .execute();
  await db.schema
    .createIndex("dupe_redirects_of_dupe")
    .on("dupe_redirects")
    .column("dupe_id")
    .execute();
}

async function addSearchMisses(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("search_misses")
    .addColumn("day", "text", (c) => c.notNull().check(sql`length(day) = 10`))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("times", "integer", (c) => c.notNull().check(sql`times > 0`))
    .addPrimaryKeyConstraint("search_misses_key", ["day", "text"])
    .execute();
}

/** By triggers, because perfumes are removed and corrected by hand, too. */
async function addTriggers(db: Kysely<any>): Promise<void> {
  const words = wordsOf(db);
  const note = noting(words);
  const noteOf = (id: string) => note("id, marca, nombre", `from perfumes where id = ${id} and`);
  const perfume = ["marca", "nombre", "foto"];
  const dupe = ["perfume_id", "dupe_perfume_id", "enlace", "estimacion"];
  const gone = note("old.id, old.marca, old.nombre", "where");
  const both = (row: string) =>
    `${noteOf(`${row}.perfume_id`)} ${noteOf(`${row}.dupe_perfume_id`)}`;
  const bottle = "(select marca, nombre, foto from perfumes where id = new.dupe_perfume_id)";
  for (const trigger of [
    `perfumes_removed after delete on perfumes
      begin ${words.insertOrIgnore("removed_perfumes (id) values (old.id)")}; end`,
    // A dupe says what its bottle says.
    `dupes_named_by_coming after insert on dupes
      begin update dupes set (marca, nombre, foto) = ${bottle} where id = new.id; end`,
    `dupes_named_by_moving after update of dupe_perfume_id on dupes
      begin update dupes set (marca, nombre, foto) = ${bottle} where id = new.id; end`,
    `dupes_named_by_bottle after update of ${perfume.join()} on perfumes when ${changed(perfume, words)}
      begin update dupes set marca = new.marca, nombre = new.nombre, foto = new.foto
        where dupe_perfume_id = new.id; end`,
    `aliases_by_brand after update of marca_clave on perfumes when old.marca_clave <> new.marca_clave
      begin update perfume_aliases set marca_clave = new.marca_clave where perfume_id = new.id; end`,
    // What people do (votes, views) and popularity are left out: figures change all day, and search engines take it for spam.
    `changed_by_coming after insert on perfumes begin ${noteOf("new.id")} end`,
    `changed_by_itself after update of ${perfume.join()} on perfumes when ${changed(perfume, words)} begin ${noteOf("new.id")}
      ${note("id, marca, nombre", "from perfumes where id in (select perfume_id from dupes where dupe_perfume_id = new.id) and")} end`,
    `changed_by_going after delete on perfumes begin ${gone} end`,
    `changed_by_new_dupe after insert on dupes begin ${both("new")} end`,
    `changed_by_dupe after update of ${dupe.join()} on dupes when ${changed(dupe, words)} begin ${both("old")} ${both("new")} end`,
    `changed_by_lost_dupe after delete on dupes begin ${both("old")} end`,
  ])
    await createTrigger(db, trigger);
}
