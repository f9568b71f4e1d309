import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

/** What a link to a perfume needs. */
export interface Linked {
  id: number;
  marca: string;
  nombre: string;
}

/** A scent in the catalogue that is a dupe of other originals too. */
export interface AlsoDupe {
  marca: string;
  nombre: string;
  originals: Linked[];
}

interface Named {
  id: number;
  marca_clave: string;
  nombre_clave: string;
}

/** How many links of a kind a perfume's page has. */
const mostOriginals = 12;
const mostSiblings = 8;

/** @returns the originals that list this very perfume as a dupe of theirs, the most popular first. */
export async function originalsOf(db: Db, perfume: Named): Promise<Linked[]> {
  return db
    .selectFrom("dupes")
    .innerJoin("perfumes", "perfumes.id", "dupes.perfume_id")
    .select(["perfumes.id", "perfumes.marca", "perfumes.nombre"])
    .where("dupes.marca_clave", "=", perfume.marca_clave)
    .where("dupes.nombre_clave", "=", perfume.nombre_clave)
    .where("dupes.perfume_id", "!=", perfume.id)
    .orderBy("perfumes.popularidad", "desc")
    .orderBy("perfumes.vistas", "desc")
    .orderBy("perfumes.id")
    .limit(mostOriginals)
    .execute();
}

/**
 * A perfume's dupes that are dupes of other originals too, in the order of its page, each with those originals, the most
 * popular first. Dupes are the same when brand and name are, in their canonical form.
 */
export async function alsoDupes(db: Db, perfumeId: number): Promise<AlsoDupe[]> {
  const rows = await db
    .selectFrom("dupes as own")
    .innerJoin("dupes as same", (on) =>
      on
        .onRef("same.marca_clave", "=", "own.marca_clave")
        .onRef("same.nombre_clave", "=", "own.nombre_clave")
        .onRef("same.perfume_id", "!=", "own.perfume_id"),
    )
    .innerJoin("perfumes", "perfumes.id", "same.perfume_id")
    .select([
      "own.id as dupeId",
      "own.marca as dupeMarca",
      "own.nombre as dupeNombre",
      "perfumes.id",
      "perfumes.marca",
      "perfumes.nombre",
    ])
    .where("own.perfume_id", "=", perfumeId)
    .orderBy("own.porcentaje", "desc")
    .orderBy(sql`own.likes + own.dislikes`, "desc")
    .orderBy("own.nombre_clave")
    .orderBy("own.id")
    .orderBy("perfumes.popularidad", "desc")
    .orderBy("perfumes.vistas", "desc")
    .orderBy("perfumes.id")
    .limit(mostOriginals)
    .execute();
  const groups = new Map<number, AlsoDupe>();
  for (const { dupeId, dupeMarca: marca, dupeNombre: nombre, ...original } of rows) {
    const group = groups.get(dupeId) ?? { marca, nombre, originals: [] };
    group.originals.push(original);
    groups.set(dupeId, group);
  }
  return [...groups.values()];
}

/** @returns the house's best-known perfumes besides this one. */
export async function siblingsOf(
  db: Db,
  perfume: { id: number; marca_slug: string },
): Promise<Linked[]> {
  return db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where("marca_slug", "=", perfume.marca_slug)
    .where("id", "!=", perfume.id)
    .orderBy("popularidad", "desc")
    .orderBy("vistas", "desc")
    .orderBy("id")
    .limit(mostSiblings)
    .execute();
}

/**
 * The perfumes before and after this one in the catalogue, by house and name: so that even the only perfume of a house is
 * linked from another's page.
 */
export async function neighboursOf(
  db: Db,
  perfume: { id: number; marca_slug: string; nombre_clave: string },
): Promise<{ previous?: Linked; next?: Linked }> {
  const place = sql`(marca_slug, nombre_clave, id)`;
  const own = sql`(${perfume.marca_slug}, ${perfume.nombre_clave}, ${perfume.id})`;
  const [previous, next] = await Promise.all(
    (["desc", "asc"] as const).map((way) =>
      db
        .selectFrom("perfumes")
        .select(["id", "marca", "nombre"])
        .where(way === "asc" ? sql<boolean>`${place} > ${own}` : sql<boolean>`${place} < ${own}`)
        .orderBy("marca_slug", way)
        .orderBy("nombre_clave", way)
        .orderBy("id", way)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return { ...(previous && { previous }), ...(next && { next }) };
}
