import type { Db } from "#db/database.ts";
import type { DataFile } from "../data-files.ts";

export interface Origin {
  site: string;
  file: DataFile;
}

/** @param theirs in ascending order @returns the ids here of rows of a dump, by their ids there */
export async function ownIds(
  db: Db,
  { site, file }: Origin,
  theirs: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("mirrored_rows")
    .select(["their_id", "own_id"])
    .where("site", "=", site)
    .where("file", "=", file)
    // Without statistics, PostgreSQL would use its index for the site and the file only.
    .where("their_id", ">=", theirs[0]!)
    .where("their_id", "<=", theirs.at(-1)!)
    .where("their_id", "in", theirs)
    .execute();
  return new Map(rows.map(({ their_id, own_id }) => [their_id, own_id]));
}

/** @param pairs of ids, there and here */
export async function noteOrigins(
  tx: Db,
  origin: Origin,
  pairs: [number, number][],
): Promise<void> {
  if (pairs.length === 0) return;
  const rows = pairs.map(([their_id, own_id]) => ({ ...origin, their_id, own_id }));
  await tx.insertInto("mirrored_rows").values(rows).execute();
}
