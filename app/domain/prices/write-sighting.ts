import type { Insertable } from "kysely";
import type { Db } from "#db/database.ts";
import { findSame, replaceHeld } from "./same-sighting.ts";
import { refreshSummaries } from "./summaries.ts";
import type { Schema } from "#db/schema.ts";
import { catalogueChanged } from "#app/domain/catalog/catalog-version.ts";

export type NewPrice = Insertable<Schema["prices"]>;

/** Stores a sighting that is shown, unless it is already (RULES.md 19.4). Its summary is to be written by the caller. */
export async function writeSighting(tx: Db, price: NewPrice): Promise<"added" | "unchanged"> {
  const same = await findSame(tx, price);
  if (same?.state === "shown") return "unchanged";
  if (same) await replaceHeld(tx, price);
  await tx.insertInto("prices").values(price).execute();
  return "added";
}

/** Stores sightings with their summaries. @returns how many were not there yet */
export async function writeSightings(tx: Db, prices: NewPrice[], now: Date): Promise<number> {
  const added: NewPrice[] = [];
  for (const price of prices) if ((await writeSighting(tx, price)) === "added") added.push(price);
  await refreshSummaries(tx, added, now);
  if (added.length > 0) await catalogueChanged(tx);
  return added.length;
}
