import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import type { Db } from "#db/database.ts";
import { addDupe, addPerfume } from "../support/database.ts";

/** A perfume with two dupes whose prices no other test reports. @param name a word that no other test uses */
export async function addUnpriced(db: Db, name: string) {
  const [marca, nombre] = ["Casa Alba", `Precio ${name.replaceAll("_", " ")}`];
  const id = await addPerfume(db, marca, nombre);
  const dupes = [];
  for (const word of ["Albor", "Brisa"]) {
    const dupe = await addDupe(db, id, "Taller Sur", `${word} ${nombre}`, { likes: 3 });
    const { dupe_perfume_id: bottle } = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .where("id", "=", dupe)
      .executeTakeFirstOrThrow();
    dupes.push({ id: dupe, bottle });
  }
  await catalogChanged(db);
  return { id, path: perfumePath({ id, marca, nombre }), dupes: dupes as [Priced, Priced] };
}

interface Priced {
  /** the dupe's */
  id: number;
  bottle: number;
}
