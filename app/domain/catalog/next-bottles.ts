import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { doubted, dupeOrder, ranks } from "./dupe-order.ts";

export interface Linked {
  id: number;
  marca: string;
  nombre: string;
}

export interface AlsoDupe {
  marca: string;
  nombre: string;
  originals: Linked[];
}

/** maximum numbers of links on a perfume's page (RULES.md 1.12) */
const maxOriginals = 16;
const maxSiblings = 4;
const maxOthers = 4;

/** Other originals of a perfume's dupes: dupes in the order of RULES.md 1.7, originals by popularity (RULES.md 1.12). */
export async function alsoDupes(db: Db, perfume: { id: number }): Promise<AlsoDupe[]> {
  const rows = await db
    .selectFrom("dupes as scent")
    .innerJoin("perfumes as bottle", "bottle.id", "scent.dupe_perfume_id")
    .innerJoin("dupes as same", (on) =>
      on
        .onRef("same.dupe_perfume_id", "=", "scent.dupe_perfume_id")
        .on("same.perfume_id", "!=", perfume.id),
    )
    .innerJoin("perfumes", "perfumes.id", "same.perfume_id")
    .select([
      "scent.marca as dupeMarca",
      "scent.nombre as dupeNombre",
      "perfumes.id",
      "perfumes.marca",
      "perfumes.nombre",
    ])
    .where("scent.perfume_id", "=", perfume.id)
    .where(({ not }) => not(doubted("same")))
    .orderBy(dupeOrder("bottle", "scent"))
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

/** The next perfume by brand and name, cyclically, so that every page is linked from another (RULES.md 1.12). */
export async function nextOf(
  db: Db,
  perfume: { id: number; marca_slug: string; nombre_clave: string },
): Promise<Linked | undefined> {
  const first = db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where("id", "!=", perfume.id)
    .orderBy("marca_slug")
    .orderBy("nombre_clave")
    .orderBy("id");
  const after = first.where(
    sql<boolean>`(marca_slug, nombre_clave, id) > (${perfume.marca_slug}, ${perfume.nombre_clave}, ${perfume.id})`,
  );
  return (await after.limit(1).executeTakeFirst()) ?? first.limit(1).executeTakeFirst();
}

/** The best other dupes of the same originals, each once (RULES.md 1.12). */
export async function otherDupes(db: Db, bottleId: number): Promise<Linked[]> {
  return db
    .selectFrom("dupes as own")
    .innerJoin("dupes as other", (on) =>
      on
        .onRef("other.perfume_id", "=", "own.perfume_id")
        .onRef("other.dupe_perfume_id", "!=", "own.dupe_perfume_id"),
    )
    .select(["other.dupe_perfume_id as id", "other.marca", "other.nombre"])
    .where("own.dupe_perfume_id", "=", bottleId)
    .where(({ not }) => not(doubted("other")))
    .groupBy(["other.dupe_perfume_id", "other.marca", "other.nombre"])
    .orderBy(sql.join(ranks("other").map((rank) => sql`max(${rank}) desc`)))
    .orderBy("other.dupe_perfume_id")
    .limit(maxOthers)
    .execute();
}
