import { type Selectable, sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import { factsIn, type StoredFacts } from "./facts.ts";

export interface BottleName {
  marca: string;
  nombre: string;
}

/** Brand and name in canonical form (RULES.md 1.1), separated by a newline. */
export function nameKey({ marca, nombre }: BottleName): string {
  return `${canonical(marca)}\n${canonical(nombre)}`;
}

export async function findByName(db: Db, { marca, nombre }: BottleName) {
  return db
    .selectFrom("perfumes")
    .selectAll()
    .where("marca_clave", "=", canonical(marca))
    .where("nombre_clave", "=", canonical(nombre))
    .executeTakeFirst();
}

/** Like `findByName`, in one statement. @returns those that there are, by `nameKey` */
export async function findByNames(
  db: Db,
  names: BottleName[],
): Promise<Map<string, Selectable<Schema["perfumes"]>>> {
  if (names.length === 0) return new Map();
  const keys = names.map(({ marca, nombre }) => sql`(${canonical(marca)}, ${canonical(nombre)})`);
  const found = await db
    .with("wanted(marca, nombre)", () => sql<BottleName>`(values ${sql.join(keys)})`)
    .selectFrom("wanted")
    .innerJoin("perfumes", (on) =>
      on.onRef("marca_clave", "=", "wanted.marca").onRef("nombre_clave", "=", "wanted.nombre"),
    )
    .selectAll("perfumes")
    .execute();
  return new Map(found.map((one) => [`${one.marca_clave}\n${one.nombre_clave}`, one]));
}

/** Finds a bottle by alias (RULES.md 1.3). The brand's own aliases come before those from a merge across brands, which begin with the old brand. */
export async function findByAlias(
  db: Db,
  { marca, nombre }: BottleName,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("perfume_aliases")
    .select("perfume_id")
    .where(({ or, and, eb }) =>
      or([
        and({ marca_clave: canonical(marca), alias_clave: canonical(nombre) }),
        eb("alias_clave", "=", canonical(`${marca} ${nombre}`)),
      ]),
    )
    .orderBy((row) => row("marca_clave", "=", canonical(marca)), "desc")
    .orderBy("perfume_id")
    .limit(1)
    .executeTakeFirst();
  return found?.perfume_id;
}

export type NewBottle = BottleName &
  Partial<StoredFacts> & { id?: number; foto?: string | null; popularidad?: number };

/** @throws the database's unique error when another bottle has the name */
export async function addBottle(db: Db, bottle: NewBottle, now: string): Promise<number> {
  const { id } = await db
    .insertInto("perfumes")
    .values(valuesOf(bottle, now))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Call it only for an empty catalogue. */
export async function addBottles(db: Db, bottles: NewBottle[], now: string): Promise<void> {
  if (bottles.length === 0) return;
  const values = bottles.map((bottle) => valuesOf(bottle, now));
  await db.insertInto("perfumes").values(values).execute();
}

function valuesOf(bottle: NewBottle, now: string) {
  const { id, marca, nombre, foto = null, popularidad = 0 } = bottle;
  return {
    ...(id !== undefined && { id }),
    marca,
    nombre,
    foto,
    popularidad,
    marca_clave: canonical(marca),
    nombre_clave: canonical(nombre),
    marca_slug: slugify(marca),
    ...factsIn(bottle),
    created_at: now,
    updated_at: now,
  };
}
