import { changesStatus, retryChanges } from "#app/index-now/changes.ts";
import type { Db } from "#db/database.ts";
import { commandLine, misused } from "./command-line.ts";
import { runOnExisting } from "./run.ts";

const usage = `Usage: npm run index-now -- status   (how many changed perfumes are not announced yet, and why)
       npm run index-now -- retry    (announces all of them now)`;
const [verb = "", ...rest] = commandLine(usage, {}).words;
if (!["status", "retry"].includes(verb) || rest.length > 0) misused(usage);

await runOnExisting(verb === "status" ? showStatus : retry);

async function showStatus(db: Db) {
  const { isNoted, waiting, dead, failures } = await changesStatus(db);
  console.log(`${isNoted ? "" : "off: "}${waiting} waiting, ${dead} dead`);
  for (const { next_attempt_at, dead_at, attempts, last_error, perfumes } of failures)
    console.log(
      `${perfumes} perfumes  ${dead_at ? `dead ${dead_at}` : `waiting till ${next_attempt_at}`} after ${attempts}  ${last_error}`,
    );
}

async function retry(db: Db) {
  console.log(`${await retryChanges(db, new Date())} perfumes are due now.`);
}
