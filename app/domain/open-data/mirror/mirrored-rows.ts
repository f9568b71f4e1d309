import type { Db } from "#db/database.ts";
import type { DataFile } from "../data-files.ts";

export interface Origin {
  site: string;
  file: DataFile;
}

const batch = 1000;

/** @returns the site that a mirror follows: the one that most of its rows came from, as older mirrors had several */
export async function sourceOf(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom("mirrored_rows")
    .select("site")
    .groupBy("site")
    .orderBy((row) => row.fn.countAll(), "desc")
    .orderBy("site")
    .limit(1)
    .executeTakeFirst();
  return first?.site;
}

/** Rows that came with earlier dumps, in the order of their ids there, from one id (excluded) to another (included). */
export async function* mirroredRows(db: Db, { site, file }: Origin, from: number, to: number) {
  for (let after = from; ;) {
    const rows = await db
      .selectFrom("mirrored_rows")
      .select(["their_id", "own_id"])
      .where("site", "=", site)
      .where("file", "=", file)
      .where("their_id", ">", after)
      .where("their_id", "<=", to)
      .orderBy("their_id")
      .limit(batch)
      .execute();
    yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.their_id;
  }
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

export async function forgetOrigins(
  tx: Db,
  { site, file }: Origin,
  theirs: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom("mirrored_rows")
    .where("site", "=", site)
    .where("file", "=", file)
    .where("their_id", "in", theirs)
    .execute();
}
