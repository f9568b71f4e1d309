import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import type { BottleName } from "./bottles.ts";

export interface Alias {
  alias: string;
  kind: "name" | "code";
}

const keyOf = (marca: string, alias: string) => ({
  marca_clave: canonical(marca),
  alias_clave: canonical(alias),
});

export async function findAlias(db: Db, marca: string, alias: string) {
  return db
    .selectFrom("perfume_aliases")
    .selectAll()
    .where((row) => row.and(keyOf(marca, alias)))
    .executeTakeFirst();
}

/** The caller must first check that no other bottle has the alias. */
export async function saveAlias(
  tx: Db,
  { id, marca }: { id: number; marca: string },
  { id: given, alias, kind }: Alias & { id?: number },
): Promise<number> {
  const values = { alias, kind, perfume_id: id };
  const saved = await tx
    .insertInto("perfume_aliases")
    .values({ ...(given !== undefined && { id: given }), ...keyOf(marca, alias), ...values })
    .onConflict((one) => one.columns(["marca_clave", "alias_clave"]).doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return saved.id;
}

/** The caller must first check that it is free. */
export async function changeAlias(
  tx: Db,
  id: number,
  bottle: { id: number; marca: string },
  values: Alias,
): Promise<void> {
  await tx
    .updateTable("perfume_aliases")
    .set({ ...keyOf(bottle.marca, values.alias), ...values, perfume_id: bottle.id })
    .where("id", "=", id)
    .execute();
}

export async function deleteAlias(tx: Db, marca: string, alias: string): Promise<void> {
  await tx
    .deleteFrom("perfume_aliases")
    .where((row) => row.and(keyOf(marca, alias)))
    .execute();
}

export async function removeAliases(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom("perfume_aliases").where("id", "in", ids).execute();
}

/** Finds a name or an alias of the bottle that would also mean another bottle of the brand (RULES.md 1.3). */
export async function aliasClash(db: Db, id: number, { marca, nombre }: BottleName) {
  const marca_clave = canonical(marca);
  const others = db
    .selectFrom("perfume_aliases as other")
    .select(["other.alias", "other.perfume_id as id"])
    .where("other.marca_clave", "=", marca_clave)
    .where("other.perfume_id", "!=", id);
  const own = db.selectFrom("perfume_aliases as own").where("own.perfume_id", "=", id);
  return (
    (await others.where("other.alias_clave", "=", canonical(nombre)).executeTakeFirst()) ??
    (await others
      .where("other.alias_clave", "in", own.select("own.alias_clave"))
      .executeTakeFirst()) ??
    (await own
      .innerJoin("perfumes as named", "named.nombre_clave", "own.alias_clave")
      .select(["own.alias", "named.id"])
      .where("named.marca_clave", "=", marca_clave)
      .where("named.id", "!=", id)
      .executeTakeFirst())
  );
}
