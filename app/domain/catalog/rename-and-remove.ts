import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { canonical, slugify } from "#app/i18n/text.ts";
import { aliasClash } from "./aliases.ts";
import { type BottleName, findByName } from "./bottles.ts";
import { catalogChanged } from "./catalog-version.ts";

type RenameOutcome =
  | { outcome: "renamed"; before: BottleName }
  | { outcome: "no-such-bottle" }
  | { outcome: "taken"; id: number }
  | { outcome: "alias-taken"; alias: string; id: number };

/** Renames a bottle in all its dupes (RULES.md 1.2). "alias-taken": the name or an alias means another bottle of the brand (RULES.md 1.3). */
export async function renamePerfume(
  db: Db,
  id: number,
  name: Partial<BottleName>,
  at: Date,
): Promise<RenameOutcome> {
  return inTransaction(db, async (tx): Promise<RenameOutcome> => {
    const before = await tx
      .selectFrom("perfumes")
      .select(["marca", "nombre"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!before) return { outcome: "no-such-bottle" };
    const { marca, nombre } = { ...before, ...name };
    const owner = await findByName(tx, { marca, nombre });
    if (owner && owner.id !== id) return { outcome: "taken", id: owner.id };
    const clash = await aliasClash(tx, id, { marca, nombre });
    if (clash) return { outcome: "alias-taken", ...clash };
    await tx
      .updateTable("perfumes")
      .set({
        marca,
        nombre,
        marca_clave: canonical(marca),
        nombre_clave: canonical(nombre),
        marca_slug: slugify(marca),
        updated_at: at.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    // A bottle's name cannot also be its alias.
    await tx
      .deleteFrom("perfume_aliases")
      .where("perfume_id", "=", id)
      .where("alias_clave", "=", canonical(nombre))
      .execute();
    await catalogChanged(tx);
    return { outcome: "renamed", before };
  });
}

interface Removal extends BottleName {
  /** dupes of the bottle, and bottles that it is a dupe of */
  dupes: number;
  originals: number;
  votes: number;
  reviews: number;
  prices: number;
}

async function whatGoesWith(db: Db, id: number): Promise<Removal | undefined> {
  const count = (table: "user_votes" | "dupe_reviews") =>
    sql<number>`(select count(*) from ${sql.table(table)} where dupe_id in (
      select id from dupes where perfume_id = ${id} or dupe_perfume_id = ${id}))`;
  return db
    .selectFrom("perfumes")
    .select(["marca", "nombre"])
    .select([
      sql<number>`(select count(*) from dupes where perfume_id = ${id})`.as("dupes"),
      sql<number>`(select count(*) from dupes where dupe_perfume_id = ${id})`.as("originals"),
      count("user_votes").as("votes"),
      count("dupe_reviews").as("reviews"),
      sql<number>`(select count(*) from prices where perfume_id = ${id})`.as("prices"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The address then answers 410 (RULES.md 1.4). */
export async function removePerfume(db: Db, id: number): Promise<Removal | undefined> {
  return inTransaction(db, async (tx) => {
    const going = await whatGoesWith(tx, id);
    if (!going) return undefined;
    await tx.deleteFrom("perfumes").where("id", "=", id).execute();
    await catalogChanged(tx);
    return going;
  });
}
