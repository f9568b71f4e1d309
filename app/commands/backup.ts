import { constants, setPriority } from "node:os";
import { backUp } from "#db/backup/make-backup.ts";
import { commandLine, misused } from "./command-line.ts";
import { dataOf, formatCount, formatSize, hasPictureStore, orOneLine } from "./data-locations.ts";

const usage =
  "Usage: npm run backup -- DIR [--keep N]   (into a new folder in DIR; deletes the oldest beyond N)";
const { words, values } = commandLine(usage, { keep: { type: "string" } });
const [folder = "", ...more] = words;
if (!folder || folder === "-" || more.length > 0 || !/^[1-9]\d{0,5}$/.test(values.keep ?? "1"))
  misused(usage);
const keep = values.keep === undefined ? undefined : Number(values.keep);

await orOneLine(run);

async function run() {
  // The site has priority.
  setPriority(constants.priority.PRIORITY_LOW);
  const here = dataOf(process.env);
  const inStore = hasPictureStore(process.env);
  const source = inStore ? { ...here, uploads: null } : here;
  const made = await backUp(source, folder, keep === undefined ? {} : { keep });
  for (const path of made.others) console.error(`Not backed up (neither file nor folder): ${path}`);
  const parts = [
    formatSize(made.bytes),
    formatCount(made.rows, "row"),
    formatCount(made.files, "file"),
    `${made.ms} ms`,
    ...(made.deleted > 0 ? [`${formatCount(made.deleted, "old backup")} deleted`] : []),
  ];
  console.log(`${made.folder}: ${parts.join(", ")}`);
  if (inStore)
    console.log(
      "Pictures are not included: they are in the store at UPLOADS_URL, which keeps its own versions (or copy them: npm run uploads:copy).",
    );
}
