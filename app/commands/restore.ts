import { restore } from "#db/backup/restore-backup.ts";
import { isPostgresUrl } from "#db/database.ts";
import { placeOf } from "#db/backup/names.ts";
import { commandLine, misused } from "./command-line.ts";
import { dataOf, formatCount, hasPictureStore, orOneLine } from "./data-locations.ts";

const usage =
  "Usage: npm run restore -- DIR/BACKUP [--replace]   (to DATABASE_URL and UPLOADS_DIR; stop the site first)";
const { words, values } = commandLine(usage, { replace: { type: "boolean", default: false } });
const [backup = "", ...more] = words;
if (!backup || more.length > 0) misused(usage);

await orOneLine(run);

async function run() {
  const target = dataOf(process.env);
  const { rows, files, old, older, finished } = await restore(backup, target, values);
  const place = isPostgresUrl(target.databaseUrl)
    ? placeOf(target.databaseUrl)
    : target.databaseUrl;
  const figures =
    rows === null || files === null
      ? ""
      : `: ${formatCount(rows, "row")}, ${formatCount(files, "file")}`;
  console.log(
    `${finished ? "Finished an interrupted restore of" : "Restored"} ${backup} to ${place} and ${target.uploads}${figures}.`,
  );
  if (old.length > 0) console.log(`The previous data is in ${old.join(" and ")}.`);
  if (hasPictureStore(process.env))
    console.log(
      files
        ? `The site reads pictures from the store at UPLOADS_URL; copy these there: npm run uploads:copy -- ${target.uploads} TO`
        : "Pictures are in the store at UPLOADS_URL, which was not changed.",
    );
  if (older) console.log("Its schema is older: run `npm run db:migrate` before the site starts.");
}
