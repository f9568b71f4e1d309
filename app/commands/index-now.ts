import type { Db } from "#db/database.ts";
import { runOnExisting } from "./run.ts";

const [verb, ...rest] = process.argv.slice(2);
if ((verb !== "status" && verb !== "retry") || rest.length > 0) {
  console.error(`Usage: npm run index-now -- status   (how many changed perfumes are not announced yet, and why)
       npm run index-now -- retry    (announces all of them now)`);
  process.exit(2);
}

await runOnExisting(verb === "status" ? showStatus : retry);

async function showStatus(db: Db) {
  const { waiting, dead } = await db
    .selectFrom("changed_perfumes")
    .select(({ fn }) => [
      fn.count<number>("next_attempt_at").as("waiting"),
      fn.count<number>("dead_at").as("dead"),
    ])
    .executeTakeFirstOrThrow();
  const { noted } = await db.selectFrom("index_now").select("noted").executeTakeFirstOrThrow();
  console.log(`${noted ? "" : "off: "}${waiting} waiting, ${dead} dead`);
  const failures = await db
    .selectFrom("changed_perfumes")
    .select(["next_attempt_at", "dead_at", "attempts", "last_error"])
    .select(({ fn }) => fn.countAll<number>().as("perfumes"))
    .where("last_error", "is not", null)
    .groupBy(["next_attempt_at", "dead_at", "attempts", "last_error"])
    .orderBy("last_error")
    .orderBy("attempts")
    .execute();
  for (const { next_attempt_at, dead_at, attempts, last_error, perfumes } of failures)
    console.log(
      `${perfumes} perfumes  ${dead_at ? `dead ${dead_at}` : `waiting till ${next_attempt_at}`} after ${attempts}  ${last_error}`,
    );
}

/** Makes perfumes due now, with attempts reset; except those that are being announced. */
async function retry(db: Db) {
  const now = new Date().toISOString();
  const { numUpdatedRows: count } = await db
    .updateTable("changed_perfumes")
    .set({ next_attempt_at: now, dead_at: null, lease: null, attempts: 0 })
    .where((row) => row.or([row("lease", "is", null), row("next_attempt_at", "<=", now)]))
    .executeTakeFirstOrThrow();
  console.log(`${count} perfumes are due now.`);
}
