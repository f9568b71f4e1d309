import { sql } from "kysely";
import { lockDupes } from "#app/domain/catalog/recount.ts";
import { hasDistinct } from "#app/domain/voices/speaker.ts";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { shareBetween } from "./share-between.ts";

/** Of a dupe's tests, how many found the odd one. */
export interface BlindCounts {
  tests: number;
  found: number;
}

/** Fewer show nothing (RULES.md 5.11). */
export const fewestTests = 5;
export const testsForCard = 20;
/** Some of this many tests decide. */
const maxCompared = 1000;
const byChance = 1 / 3;
/** Three in ten really notice, and the others guess. */
const hardBelow = byChance + (1 - byChance) * 0.3;

export const guessed = (tests: number) => Math.round(tests * byChance);

/** What the tests say; both could hold, and that it is hard says more. */
export function verdictOfTests({ tests, found }: BlindCounts): "hard" | "tell" | "few" {
  const { least, most } = shareBetween(found, tests);
  if (most < hardBelow) return "hard";
  return least > byChance ? "tell" : "few";
}

/** By dupe id; only of dupes with enough tests of distinct people. */
export async function blindCountsOf(
  db: Db,
  dupeIds: readonly number[],
): Promise<Map<number, BlindCounts>> {
  if (dupeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("blind_counts")
    .select(["dupe_id", "tests", "found"])
    .where("dupe_id", "in", dupeIds)
    .where("tests", ">=", fewestTests)
    .where("few_voices", "=", 0)
    .execute();
  return new Map(rows.map(({ dupe_id, ...counts }) => [dupe_id, counts]));
}

/** Call in the transaction that changed the tests. */
export async function recountTests(tx: Db, dupeIds: Iterable<number>): Promise<void> {
  for (const some of chunks(dupeIds)) {
    await lockDupes(tx, some);
    await tx.deleteFrom("blind_counts").where("dupe_id", "in", some).execute();
    const counted = await tx
      .selectFrom("blind_tests")
      .select((row) => ["dupe_id", row.fn.countAll<number>().as("tests")])
      .select(sql<number>`sum(found)`.as("found"))
      .where("dupe_id", "in", some)
      .where("state", "=", "counted")
      .where("silent", "=", 0)
      .groupBy("dupe_id")
      .execute();
    for (const { dupe_id, tests, found } of counted) {
      const few_voices = Number(tests) < fewestTests ? 0 : await hasFewVoices(tx, dupe_id);
      await tx
        .insertInto("blind_counts")
        .values({ dupe_id, tests: Number(tests), found: Number(found), few_voices })
        .execute();
    }
  }
}

/** One test of each network is compared: of a dupe's counted ones, hardly anything else is alike. */
async function hasFewVoices(tx: Db, dupeId: number): Promise<0 | 1> {
  const voices = await tx
    .selectFrom("blind_tests")
    .select(["user_id", "mailbox", "mail_domain", "network"])
    .where("dupe_id", "=", dupeId)
    .where("state", "=", "counted")
    .where("silent", "=", 0)
    .orderBy("id")
    .limit(maxCompared)
    .execute();
  const networks = Map.groupBy(voices, ({ network }, at) => network ?? at);
  const heard = [...networks.values()].map(([first]) => first!);
  return hasDistinct(heard, fewestTests) ? 0 : 1;
}
