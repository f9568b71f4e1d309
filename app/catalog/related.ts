import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

/** What a link to a perfume needs. */
export interface Linked {
  id: number;
  marca: string;
  nombre: string;
}

/** A scent that is a dupe of originals. */
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
const mostOriginals = 16;
const mostSiblings = 8;

/**
 * Which other originals the page's scents are dupes of: the perfume itself, then its own dupes in the order of its page,
 * each with those originals, the most popular first. Scents are the same when brand and name are, in their canonical form.
 */
export async function alsoDupes(db: Db, perfume: Named): Promise<AlsoDupe[]> {
  const rows = await db
    .selectFrom((scents) =>
      scents
        .selectFrom("perfumes")
        .select(["id", "marca", "nombre", "marca_clave", "nombre_clave"])
        .select([sql<number>`1`.as("itself"), sql<number>`0`.as("porcentaje")])
        .select(sql<number>`0`.as("votes"))
        .where("id", "=", perfume.id)
        .unionAll(
          scents
            .selectFrom("dupes")
            .select(["id", "marca", "nombre", "marca_clave", "nombre_clave"])
            .select([sql<number>`0`.as("itself"), "porcentaje"])
            .select(sql<number>`likes + dislikes`.as("votes"))
            .where("perfume_id", "=", perfume.id)
            .where((dupe) =>
              dupe.or([
                dupe("marca_clave", "!=", perfume.marca_clave),
                dupe("nombre_clave", "!=", perfume.nombre_clave),
              ]),
            ),
        )
        .as("own"),
    )
    .innerJoin("dupes as same", (on) =>
      on
        .onRef("same.marca_clave", "=", "own.marca_clave")
        .onRef("same.nombre_clave", "=", "own.nombre_clave")
        .on("same.perfume_id", "!=", perfume.id),
    )
    .innerJoin("perfumes", "perfumes.id", "same.perfume_id")
    .select([
      "own.marca as dupeMarca",
      "own.nombre as dupeNombre",
      "perfumes.id",
      "perfumes.marca",
      "perfumes.nombre",
    ])
    .orderBy("own.itself", "desc")
    .orderBy("own.porcentaje", "desc")
    .orderBy("own.votes", "desc")
    .orderBy("own.nombre_clave")
    .orderBy("own.id")
    .orderBy("perfumes.popularidad", "desc")
    .orderBy("perfumes.vistas", "desc")
    .orderBy("perfumes.id")
    .limit(mostOriginals)
    .execute();
  const scents = new Map<string, AlsoDupe>();
  for (const { dupeMarca: marca, dupeNombre: nombre, ...original } of rows) {
    const key = `${marca}\n${nombre}`;
    const scent = scents.get(key) ?? { marca, nombre, originals: [] };
    scent.originals.push(original);
    scents.set(key, scent);
  }
  return [...scents.values()];
}

/** @returns the brand's best-known perfumes besides this one. */
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
 * The perfumes before and after this one in the catalogue, by brand and name: so that even the only perfume of a brand is
 * linked from another's page.
 */
export async function neighboursOf(
  db: Db,
  perfume: { id: number; marca_slug: string; nombre_clave: string },
): Promise<{ previous?: Linked; next?: Linked }> {
  const place = sql`(marca_slug, nombre_clave, id)`;
  const own = sql`(${perfume.marca_slug}, ${perfume.nombre_clave}, ${perfume.id})`;
  const nearest = (way: "previous" | "next") => {
    const order = way === "next" ? "asc" : "desc";
    return db
      .selectFrom("perfumes")
      .select(["id", "marca", "nombre", sql.lit(way).as("way")])
      .where(way === "next" ? sql<boolean>`${place} > ${own}` : sql<boolean>`${place} < ${own}`)
      .orderBy("marca_slug", order)
      .orderBy("nombre_clave", order)
      .orderBy("id", order)
      .limit(1);
  };
  const rows = await db
    .selectFrom(nearest("previous").as("before"))
    .selectAll()
    .unionAll(db.selectFrom(nearest("next").as("after")).selectAll())
    .execute();
  return Object.fromEntries(rows.map(({ way, ...linked }) => [way, linked]));
}
