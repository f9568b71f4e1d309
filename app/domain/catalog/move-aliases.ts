import type { Db } from "#db/database.ts";
import { canonical } from "#app/i18n/text.ts";
import type { Alias } from "./aliases.ts";
import { findByName } from "./bottles.ts";
import { maxAliasLength } from "./catalog-fields.ts";

interface Bottle {
  id: number;
  marca: string;
  nombre: string;
  marca_clave: string;
}

export async function moveAliases(tx: Db, old: Bottle, into: Bottle): Promise<void> {
  const aliases = await tx
    .deleteFrom("perfume_aliases")
    .where("perfume_id", "=", old.id)
    .returningAll()
    .execute();
  const ofBrand = old.marca_clave === into.marca_clave;
  const given = aliases.map(({ alias_clave }) => alias_clave);
  const merged = await hasMerged(tx, old.id);
  const names: Alias[] = [
    { alias: ofBrand ? old.nombre : `${old.marca} ${old.nombre}`, kind: "name" },
    ...aliases.flatMap(({ kind, ...one }) => {
      const stays = ofBrand || kind === "code";
      const forms = stays ? [one.alias] : inOtherBrand(one, old.marca, merged ? given : null);
      return forms.map((alias) => ({ alias, kind }));
    }),
  ];
  for (const { alias, kind } of names) {
    const named = await findByName(tx, { marca: into.marca, nombre: alias });
    const free = named === undefined || named.id === old.id;
    if (free && alias.length <= maxAliasLength) await addAlias(tx, into, { alias, kind });
  }
}

/** Prefixes an alias with its old brand. After an earlier merge it may already have a prefix, so both forms are kept. */
function inOtherBrand(
  { alias, alias_clave }: { alias: string; alias_clave: string },
  brand: string,
  given: string[] | null,
): string[] {
  if (given === null) return [`${brand} ${alias}`];
  const hasBothForms = given.some(
    (other) => other.endsWith(` ${alias_clave}`) || alias_clave.endsWith(` ${other}`),
  );
  return hasBothForms ? [alias] : [alias, `${brand} ${alias}`];
}

async function hasMerged(tx: Db, id: number): Promise<boolean> {
  const merged = tx.selectFrom("perfume_redirects").select("old_id").where("perfume_id", "=", id);
  return (await merged.limit(1).executeTakeFirst()) !== undefined;
}

async function addAlias(tx: Db, { id, marca_clave }: Bottle, { alias, kind }: Alias) {
  await tx
    .insertInto("perfume_aliases")
    .values({ marca_clave, alias_clave: canonical(alias), perfume_id: id, alias, kind })
    .onConflict((known) => known.doNothing())
    .execute();
}
