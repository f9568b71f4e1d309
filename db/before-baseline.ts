import { sql } from "kysely";
import type { Db } from "./database.ts";

export const baseline = "2026-11-28-baseline";

/** Together they made exactly the baseline's schema. */
export const folded = [
  "2026-11-23-baseline",
  "2026-11-23-prices",
  "2026-11-23-reports",
  "2026-11-23-staying-sessions",
  "2026-11-23-votes",
  "2026-11-24-evidence",
  "2026-11-25-fact-thanks",
  "2026-11-25-verdicts",
  "2026-11-26-mirrors",
  "2026-11-26-open-data",
  "2026-11-26-recent-verdicts",
  "2026-11-28-looked-at",
  "2026-11-28-suggestion-voices",
  "2026-11-28-voices",
  "2026-11-28-vouched-data",
];

/** The very first one, which an older baseline replaced. */
const first = "2026-11-21-catalogue-and-community";

export const upgradeCommit = "c63d26d6";

export const hasFolded = (applied: string[]) => folded.every((name) => applied.includes(name));

/** @returns the migrations of a database, in which all folded ones count as the baseline */
export const counted = (applied: string[]) =>
  hasFolded(applied) ? [baseline, ...applied.filter((name) => !folded.includes(name))] : applied;

export const isTooOld = (applied: string[]) =>
  applied.some((name) => name === first || folded.includes(name)) && !hasFolded(applied);

export async function adoptBaseline(tx: Db): Promise<void> {
  await sql`delete from kysely_migration where name in (${sql.join(folded)})`.execute(tx);
  await sql`insert into kysely_migration (name, timestamp)
    values (${baseline}, ${new Date().toISOString()})`.execute(tx);
}
