import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { makeSchema } from "#db/migrate.ts";
import { connect } from "#db/open/open.ts";
import { freshPostgres, onPostgres } from "./postgres-databases.ts";
import { freshInMemory, freshSqlite } from "./sqlite-databases.ts";
import { addBottle, findByName } from "#app/domain/catalog/bottles.ts";
import type { StoredFacts } from "#app/domain/catalog/facts.ts";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { pairPath, perfumePath } from "#app/domain/catalog/slugs.ts";
import { bottlesOfDupe } from "#app/domain/pairs/pairs.ts";

const createdAt = "2026-01-01T00:00:00.000Z";

/**
 * A fresh migrated database in a file or on PostgreSQL, for use by another process.
 * @returns its address, and a connection that the caller closes
 */
export async function freshFile(): Promise<{ url: string; db: Db }> {
  const url = onPostgres ? await freshPostgres() : await freshSqlite();
  return { url, db: connect(url) };
}

/** A fresh migrated database: on PostgreSQL if the tests run on it, else in memory. */
export async function freshDatabase(): Promise<Db> {
  return onPostgres ? connectedTo(await freshPostgres()) : freshInMemory();
}

/** Empties a database and gives it the schema of some migrations only. */
export async function withSchemaOf(db: Db, migrations: string[]): Promise<void> {
  if (onPostgres) await sql`drop schema public cascade`.execute(db);
  else {
    await sql`pragma foreign_keys = off`.execute(db);
    for (const { name } of await db.introspection.getTables())
      await sql`drop table ${sql.table(name)}`.execute(db);
    await sql`pragma foreign_keys = on`.execute(db);
  }
  if (onPostgres) await sql`create schema public`.execute(db);
  await sql`drop table if exists kysely_migration`.execute(db);
  await sql`drop table if exists kysely_migration_lock`.execute(db);
  await makeSchema(db, migrations);
}

const shared = new Map<string, Db>();

/** @returns a separate Kysely instance over existing connections */
function connectedTo(url: string): Db {
  let base = shared.get(url);
  if (!base) shared.set(url, (base = connect(url)));
  const db = base.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  const end = db.destroy.bind(db);
  db.destroy = () => {
    shared.delete(url);
    return end();
  };
  return db;
}

/** Adds a perfume to the catalogue. @returns its id */
export async function addPerfume(
  db: Db,
  marca: string,
  nombre: string,
  more: Partial<StoredFacts> & { popularidad?: number; foto?: string } = {},
): Promise<number> {
  return addBottle(db, { marca, nombre, ...more }, createdAt);
}

/** The version that an operator who opens its page now has seen. */
export async function revisionOf(db: Db, id: number): Promise<number> {
  const row = db.selectFrom("perfumes").select("revision").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).revision;
}

/**
 * Adds a dupe of a perfume to the catalogue, with its bottle if missing, and computes its similarity from the given
 * votes. @returns the dupe's id
 */
export async function addDupe(
  db: Db,
  perfume_id: number,
  marca: string,
  nombre: string,
  more: {
    likes?: number;
    dislikes?: number;
    estimacion?: number;
    estimacion_url?: string;
    foto?: string;
    enlace?: string;
    sources?: { for?: number; against?: number; catalogues?: number };
  } = {},
): Promise<number> {
  const { likes = 0, dislikes = 0, estimacion = null, foto = null, enlace = null } = more;
  const { id } = await db
    .insertInto("dupes")
    .values({
      perfume_id,
      dupe_perfume_id: await bottleOf(db, marca, nombre, foto),
      marca,
      nombre,
      foto,
      enlace,
      estimacion,
      estimacion_url: more.estimacion_url ?? null,
      likes,
      dislikes,
      porcentaje: similarity(likes, dislikes, estimacion),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const stance of ["for", "against"] as const)
    for (let i = 0; i < (more.sources?.[stance] ?? 0); i++) await addSource(db, id, { stance });
  for (let i = 0; i < (more.sources?.catalogues ?? 0); i++)
    await addSource(db, id, { kind: "catalogue" });
  return id;
}

let sources = 0;

/** Adds somebody's word about a dupe. */
export async function addSource(
  db: Db,
  dupe_id: number,
  more: Partial<Insertable<Schema["dupe_sources"]>> = {},
): Promise<void> {
  const said = { url: `https://reviews.example/${++sources}`, title: `Compared ${sources}` };
  await db
    .insertInto("dupe_sources")
    .values({ dupe_id, ...said, stance: "for", kind: "review", created_at: createdAt, ...more })
    .execute();
}

/** Adds a review, shown unless said otherwise. @returns its id */
export async function addReview(
  db: Db,
  dupe_id: number,
  user_id: string,
  more: Partial<Insertable<Schema["dupe_reviews"]>> = {},
): Promise<number> {
  const written = { description: "Close.", created_at: createdAt };
  const { id } = await db
    .insertInto("dupe_reviews")
    .values({ dupe_id, user_id, ...written, ...more })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the id of the bottle with this name, which is created if missing */
async function bottleOf(db: Db, marca: string, nombre: string, foto: string | null = null) {
  const known = async () => (await findByName(db, { marca, nombre }))?.id;
  const id = await known();
  if (id !== undefined) return id;
  try {
    return await addBottle(db, { marca, nombre, foto }, createdAt);
  } catch (error) {
    // Another worker may have added it meanwhile.
    const added = await known();
    if (added === undefined) throw error;
    return added;
  }
}

/** The id of a dupe's original. */
export async function originalOf(db: Db, dupeId: number): Promise<number> {
  const row = db.selectFrom("dupes").select("perfume_id").where("id", "=", dupeId);
  return (await row.executeTakeFirstOrThrow()).perfume_id;
}

/** The id of a dupe's own bottle. */
export async function lookAlikeOf(db: Db, dupeId: number): Promise<number> {
  const row = db.selectFrom("dupes").select("dupe_perfume_id").where("id", "=", dupeId);
  return (await row.executeTakeFirstOrThrow()).dupe_perfume_id;
}

/** Changes a dupe's bottle to another one of the brand directly in the database, without notifying the server. */
export async function changeDupe(db: Db, id: number, nombre: string): Promise<void> {
  const { marca } = await db
    .selectFrom("dupes")
    .select("marca")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const dupe_perfume_id = await bottleOf(db, marca, nombre);
  await db.updateTable("dupes").set({ dupe_perfume_id }).where("id", "=", id).execute();
}

/** Adds a new perfume with one dupe to the catalogue. `path` is its address without a language. */
export async function addPerfumeWithDupe(
  db: Db,
  votes: { likes?: number; dislikes?: number } = {},
): Promise<{ id: number; dupe: number; path: string }> {
  const [marca, nombre] = ["Creed", `Aventus ${randomUUID()}`];
  const id = await addPerfume(db, marca, nombre);
  const dupe = await addDupe(db, id, "Armaf", "Club de Nuit", votes);
  return { id, dupe, path: perfumePath({ id, marca, nombre }) };
}

/** The address of a dupe's own page, without a language. */
export async function pairOf(db: Db, dupeId: number): Promise<string> {
  const perfume_id = await originalOf(db, dupeId);
  const { original, dupe } = (await bottlesOfDupe(db, perfume_id, dupeId))!;
  return pairPath(original, dupe);
}
