import { type Kysely, sql } from "kysely";
import {
  addIndex,
  checked,
  counted,
  initially,
  key,
  of,
  optional,
  required,
} from "./baseline-columns.ts";

export const concentrations =
  "concentracion in ('parfum', 'edp', 'edt', 'edc', 'extrait', 'oil', 'mist')";
export const genders = "genero in ('women', 'men', 'unisex')";

export async function addCatalogTables(db: Kysely<any>): Promise<void> {
  await addBottles(db);
  await addDupes(db);
  await addSources(db);
  await addOtherNames(db);
  await db.schema
    .createTable("catalogue_version")
    .addColumn("id", "integer", (c) => checked("id = 1")(key(c)))
    .addColumn("version", "integer", required)
    .execute();
  await db.insertInto("catalogue_version").values({ id: 1, version: 1 }).execute();
}

/** Every look-alike is also a bottle: `dupes` says which bottle smells like which. */
async function addBottles(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("perfumes")
    .addColumn("id", "integer", counted)
    .addColumn("marca", "text", checked("length(marca) > 0"))
    .addColumn("nombre", "text", checked("length(nombre) > 0"))
    .addColumn("foto", "text")
    .addColumn("popularidad", "integer", initially(0, "popularidad >= 0"))
    .addColumn("vistas", "integer", initially(0, "vistas >= 0"))
    .addColumn("marca_clave", "text", required)
    .addColumn("nombre_clave", "text", required)
    .addColumn("marca_slug", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("revision", "integer", initially(1))
    .addColumn("concentracion", "text", optional(concentrations))
    .addColumn("anio", "integer")
    .addColumn("genero", "text", optional(genders))
    .addColumn("familia", "text")
    .addColumn("notas", "text")
    .addUniqueConstraint("perfumes_name", ["marca_clave", "nombre_clave"])
    .execute();
  const byPopularity = ["popularidad desc", "vistas desc", "id"];
  const ofBrand = ["marca_slug", ...byPopularity];
  await addIndex(db, "perfumes", "perfumes_by_brand", ["marca_slug", "nombre_clave"]);
  await addIndex(db, "perfumes", "perfumes_by_popularity", byPopularity);
  await addIndex(db, "perfumes", "perfumes_of_brand_by_popularity", ofBrand);
  await addIndex(db, "perfumes", "perfumes_by_foto", ["foto"]);
  await db.schema.createTable("removed_perfumes").addColumn("id", "integer", key).execute();
}

async function addDupes(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("dupes")
    .addColumn("id", "integer", counted)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("dupe_perfume_id", "integer", of("perfumes.id"))
    .addColumn("nombre", "text", checked("length(nombre) > 0"))
    .addColumn("marca", "text", checked("length(marca) > 0"))
    .addColumn("foto", "text")
    .addColumn("enlace", "text")
    .addColumn("estimacion", "integer", optional("estimacion between 0 and 100"))
    .addColumn("porcentaje", "integer", checked("porcentaje between 0 and 100"))
    .addColumn("likes", "integer", initially(0, "likes >= 0"))
    .addColumn("dislikes", "integer", initially(0, "dislikes >= 0"))
    .addColumn("created_at", "text", required)
    .addColumn("updated_at", "text", required)
    .addColumn("sources_for", "integer", initially(0, "sources_for >= 0"))
    .addColumn("sources_against", "integer", initially(0, "sources_against >= 0"))
    .addColumn("estimacion_url", "text")
    .addColumn("few_voices", "integer", initially(0, "few_voices in (0, 1)"))
    .addColumn("catalogues", "integer", initially(0, "catalogues >= 0"))
    .addUniqueConstraint("dupes_once", ["perfume_id", "dupe_perfume_id"])
    .addCheckConstraint("dupes_of_another", sql`perfume_id <> dupe_perfume_id`)
    .execute();
  await addIndex(db, "dupes", "dupes_of_bottle", ["dupe_perfume_id", "perfume_id"]);
}

/** Who says that a bottle smells like another. */
async function addSources(db: Kysely<any>): Promise<void> {
  const kinds = "'review', 'article', 'discussion', 'maker', 'catalogue'";
  const isKind = `kind in (${kinds}) and (kind <> 'catalogue' or stance = 'for')`;
  await db.schema
    .createTable("dupe_sources")
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("url", "text", required)
    .addColumn("title", "text", required)
    .addColumn("stance", "text", checked("stance in ('for', 'against')"))
    .addColumn("said_on", "text")
    .addColumn("created_at", "text", required)
    .addColumn("kind", "text", checked(isKind))
    .addColumn("author", "text", optional("length(author) between 1 and 100"))
    .addUniqueConstraint("dupe_sources_once", ["dupe_id", "url"])
    .execute();
}

async function addOtherNames(db: Kysely<any>): Promise<void> {
  // On PostgreSQL, constraints keep the first name of their table, which older databases have.
  await db.schema
    .createTable("numbered_aliases")
    .addColumn("id", "integer", counted)
    .addColumn("marca_clave", "text", required)
    .addColumn("alias_clave", "text", required)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .addColumn("alias", "text", checked("length(alias) > 0"))
    .addColumn("kind", "text", checked("kind in ('name', 'code')"))
    // Unique within a brand: a trigger copies the bottle's `marca_clave`.
    .addUniqueConstraint("perfume_aliases_once", ["marca_clave", "alias_clave"])
    .execute();
  await db.schema.alterTable("numbered_aliases").renameTo("perfume_aliases").execute();
  await addIndex(db, "perfume_aliases", "perfume_aliases_of_perfume", ["perfume_id"]);
  await db.schema
    .createTable("perfume_redirects")
    .addColumn("old_id", "integer", key)
    .addColumn("perfume_id", "integer", of("perfumes.id"))
    .execute();
  await addIndex(db, "perfume_redirects", "perfume_redirects_of_perfume", ["perfume_id"]);
  await db.schema
    .createTable("dupe_redirects")
    .addColumn("old_id", "integer", key)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .execute();
  await addIndex(db, "dupe_redirects", "dupe_redirects_of_dupe", ["dupe_id"]);
}
