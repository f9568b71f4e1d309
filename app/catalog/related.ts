import { sql } from "kysely";
import type { Db } from "#db/connect.ts";

export interface Linked {
  id: number;
  marca: string;
  nombre: string;
}

interface AlsoDupe {
  marca: string;
  nombre: string;
  originals: Linked[];
}

/** links on a perfume's page (RULES.md 5.9) */
const maxOriginals = 16;
const maxSiblings = 8;

/**
 * Which other perfumes this perfume and its dupes are dupes of.
 * @returns the perfume itself, then its dupes in the order of its page, each with those perfumes, the most popular first
 */
export async function alsoDupes(db: Db, perfume: { id: number }): Promise<AlsoDupe[]> {
  const rows = await db
    .selectFrom((scents) =>
      scents
        .selectFrom("perfumes")
        .select(["id", "marca", "nombre", "nombre_clave"])
        .select([sql<number>`1`.as("itself"), sql<number>`0`.as("porcentaje")])
        .select(sql<number>`0`.as("votes"))
        .where("id", "=", perfume.id)
        .unionAll(
          scents
            .selectFrom("dupes")
            .innerJoin("perfumes as bottle", "bottle.id", "dupe_perfume_id")
            .select(["bottle.id", "bottle.marca", "bottle.nombre", "bottle.nombre_clave"])
            .select([sql<number>`0`.as("itself"), "porcentaje"])
            .select(sql<number>`likes + dislikes`.as("votes"))
            .where("perfume_id", "=", perfume.id),
        )
        .as("scent"),
    )
    .innerJoin("dupes as same", (on) =>
      on.onRef("same.dupe_perfume_id", "=", "scent.id").on("same.perfume_id", "!=", perfume.id),
    )
    .innerJoin("perfumes", "perfumes.id", "same.perfume_id")
    .select([
      "scent.marca as dupeMarca",
      "scent.nombre as dupeNombre",
      "perfumes.id",
      "perfumes.marca",
      "perfumes.nombre",
    ])
    .orderBy("scent.itself", "desc")
    .orderBy("scent.porcentaje", "desc")
    .orderBy("scent.votes", "desc")
    .orderBy("scent.nombre_clave")
    .orderBy("scent.id")
    .orderBy("perfumes.popularidad", "desc")
    .orderBy("perfumes.vistas", "desc")
    .orderBy("perfumes.id")
    .limit(maxOriginals)
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

/** @returns up to 8 other perfumes of the brand, the best known first */
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
    .limit(maxSiblings)
    .execute();
}

/** The perfumes before and after this one by brand and name, so that each is linked from another page. */
export async function neighboursOf(
  db: Db,
  perfume: { id: number; marca_slug: string; nombre_clave: string },
): Promise<{ previous?: Linked; next?: Linked }> {
  const place = sql`(marca_slug, nombre_clave, id)`;
  const current = sql`(${perfume.marca_slug}, ${perfume.nombre_clave}, ${perfume.id})`;
  const nearest = (way: "previous" | "next") => {
    const order = way === "next" ? "asc" : "desc";
    return db
      .selectFrom("perfumes")
      .select(["id", "marca", "nombre", sql.lit(way).as("way")])
      .where(
        way === "next" ? sql<boolean>`${place} > ${current}` : sql<boolean>`${place} < ${current}`,
      )
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
