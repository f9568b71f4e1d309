import type { Kysely } from "kysely";
import { createTrigger, dropTrigger, wordsOf } from "../db/triggers.ts";
import {
  addIndex,
  by,
  checked,
  counted,
  initially,
  of,
  optional,
  required,
} from "./baseline/baseline-columns.ts";
import { bottle, changed, changedByDupe, noteBottle } from "./baseline/baseline-triggers.ts";

const concentrations = "concentracion in ('parfum', 'edp', 'edt', 'edc', 'extrait', 'oil', 'mist')";
const genders = "genero in ('women', 'men', 'unisex')";

/** Who says that a bottle smells like another, and what is in a bottle. */
export async function up(db: Kysely<any>): Promise<void> {
  await addSources(db);
  await addFacts(db);
  await db.schema.alterTable("sugerencias_dupes").addColumn("fuente", "text").execute();
}

async function addSources(db: Kysely<any>): Promise<void> {
  for (const name of ["sources_for", "sources_against"])
    await db.schema
      .alterTable("dupes")
      .addColumn(name, "integer", initially(0, `${name} >= 0`))
      .execute();
  await db.schema.alterTable("dupes").addColumn("estimacion_url", "text").execute();
  await db.schema
    .createTable("dupe_sources")
    .addColumn("id", "integer", counted)
    .addColumn("dupe_id", "integer", of("dupes.id"))
    .addColumn("url", "text", required)
    .addColumn("title", "text", required)
    .addColumn("stance", "text", checked("stance in ('for', 'against')"))
    .addColumn("kind", "text", checked("kind in ('review', 'list', 'maker', 'discussion')"))
    .addColumn("said_on", "text")
    .addColumn("created_at", "text", required)
    .addUniqueConstraint("dupe_sources_once", ["dupe_id", "url"])
    .execute();
  const recount = (row: "old" | "new") => {
    const count = (stance: string) =>
      `(select count(*) from dupe_sources where dupe_id = ${row}.dupe_id and stance = '${stance}')`;
    return `update dupes set sources_for = ${count("for")}, sources_against = ${count("against")}
      where id = ${row}.dupe_id;`;
  };
  for (const trigger of [
    `sources_counted_coming after insert on dupe_sources begin ${recount("new")} end`,
    `sources_counted_going after delete on dupe_sources begin ${recount("old")} end`,
    `sources_counted_changing after update of dupe_id, stance on dupe_sources
      begin ${recount("old")} ${recount("new")} end`,
  ])
    await createTrigger(db, trigger);
  await dropTrigger(db, "changed_by_dupe", "dupes");
  const shown = ["perfume_id", "dupe_perfume_id", "enlace", "estimacion"];
  const news = ["estimacion_url", "sources_for", "sources_against"];
  await createTrigger(db, changedByDupe([...shown, ...news], wordsOf(db)));
}

async function addFacts(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("perfumes")
    .addColumn("concentracion", "text", optional(concentrations))
    .execute();
  await db.schema.alterTable("perfumes").addColumn("anio", "integer").execute();
  await db.schema.alterTable("perfumes").addColumn("genero", "text", optional(genders)).execute();
  for (const name of ["familia", "notas"])
    await db.schema.alterTable("perfumes").addColumn(name, "text").execute();
  await watchFacts(db);
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
    .execute();
  for (const column of ["perfume_id", "user_id", "decided_by"])
    await addIndex(db, table, `${table}_by_${column}`, [column]);
  await addIndex(
    db,
    table,
    `${table}_waiting`,
    ["created_at", "id", "user_id"],
    "state = 'waiting'",
  );
}

/** An edit of a bottle's facts also makes an open form outdated, and changes its page (RULES.md 10.13, 14.8). */
async function watchFacts(db: Kysely<any>): Promise<void> {
  const words = wordsOf(db);
  const facts = ["concentracion", "anio", "genero", "familia", "notas"];
  const versioned = ["marca", "nombre", "popularidad", "foto", ...facts];
  await dropTrigger(db, "perfumes_versioned", "perfumes");
  await dropTrigger(db, "changed_by_itself", "perfumes");
  await createTrigger(
    db,
    `perfumes_versioned after update of ${versioned.join()} on perfumes when ${changed(versioned, words)}
      begin update perfumes set revision = revision + 1 where id = new.id; end`,
  );
  await createTrigger(db, noteBottle([...bottle, ...facts], words));
}
