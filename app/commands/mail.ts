import { parseId } from "#app/domain/catalog/ids.ts";
import type { Db } from "#db/database.ts";
import { mailStatus, retryEmails } from "#app/mail/unsent-emails.ts";
import { commandLine, misused } from "./command-line.ts";
import { runOnExisting } from "./run.ts";

const usage = `Usage: npm run mail -- status        (counts, and the emails that could not be sent)
       npm run mail -- retry [ID]    (sends all waiting and undelivered emails now, or this one)`;
const [verb, id, ...rest] = commandLine(usage, {}).words;
const valid = verb === "retry" ? !id || parseId(id) !== null : verb === "status" && !id;
if (!valid || rest.length > 0) misused(usage);

await runOnExisting((db) =>
  verb === "status" ? showStatus(db) : retry(db, id ? Number(id) : undefined),
);

async function showStatus(db: Db) {
  const { waiting, sent, dead, failing } = await mailStatus(db);
  console.log(`${waiting} waiting, ${sent} sent, ${dead} dead`);
  for (const { id, created_at, attempts, recipient, last_error, dead_at } of failing)
    console.log(
      `${id}  ${created_at}  ${dead_at ? "dead" : "waiting"} after ${attempts}  ${recipient}  ${last_error ?? ""}`,
    );
}

async function retry(db: Db, id: number | undefined) {
  const count = await retryEmails(db, id ?? null, new Date());
  if (id && count === 0) {
    console.error(`No email ${id} is waiting or dead.`);
    process.exitCode = 1;
  } else console.log(count === 1 ? "1 email is due now." : `${count} emails are due now.`);
}
