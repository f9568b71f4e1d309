import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";

type RunName = Schema["last_runs"]["name"];

export async function lastRun(db: Db, name: RunName): Promise<Date | null> {
  const row = await db
    .selectFrom("last_runs")
    .select("at")
    .where("name", "=", name)
    .executeTakeFirst();
  return row ? new Date(row.at) : null;
}

export async function noteRun(db: Db, name: RunName, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("last_runs")
    .values({ name, at })
    .onConflict((known) => known.column("name").doUpdateSet({ at }))
    .execute();
}

/** One statement, so that only one of several processes claims it. @returns false if it was already done today (UTC) */
export async function claimDay(tx: Db, name: RunName, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000).toISOString();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("last_runs")
    .values({ name, at })
    .onConflict((known) =>
      known
        .column("name")
        .doUpdateSet({ at })
        .where((row) =>
          row.or([
            row("last_runs.at", "<", `${at.slice(0, 10)}T`),
            row("last_runs.at", ">", tomorrow),
          ]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
