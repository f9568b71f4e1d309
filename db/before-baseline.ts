import { sql } from "kysely";
import type { Db } from "./database.ts";

export const baseline = "2026-12-04-baseline";

/** Together they made exactly the baseline's schema. */
export const folded = [
  "2026-11-28-baseline",
  "2026-11-29-official-prices",
  "2026-11-30-exclusions",
  "2026-11-30-look-alike-usernames",
  "2026-12-01-figures-of-votes",
  "2026-12-01-kinds-of-sources",
  "2026-12-01-shop-searches",
  "2026-12-01-votes-counted-later",
  "2026-12-02-suggested-sources",
  "2026-12-03-blind-tests",
];

export const upgradeCommit = "265ca069";

export const hasFolded = (applied: string[]) => folded.every((name) => applied.includes(name));

/** @returns the migrations of a database, in which all folded ones count as the baseline */
export const counted = (applied: string[]) =>
  hasFolded(applied) ? [baseline, ...applied.filter((name) => !folded.includes(name))] : applied;

export const isTooOld = (applied: string[]) =>
  applied.some((name) => name < baseline) && !hasFolded(applied);

export async function adoptBaseline(tx: Db): Promise<void> {
  await sql`delete from kysely_migration where name in (${sql.join(folded)})`.execute(tx);
  await sql`insert into kysely_migration (name, timestamp)
    values (${baseline}, ${new Date().toISOString()})`.execute(tx);
}
