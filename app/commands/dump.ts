// npm run dump: writes the open data (RULES.md 15.2).
import { constants, setPriority } from "node:os";
import { openDumps } from "#app/domain/open-data/known-dumps.ts";
import { makeDump } from "#app/domain/open-data/make-dump.ts";
import { StoreUnavailable } from "#app/uploads/file-store.ts";
import { openFileStore } from "#app/uploads/open-store.ts";
import type { Db } from "#db/database.ts";
import { DatabaseError } from "#db/database-error.ts";
import { commandLine, fail, misused } from "./command-line.ts";
import { formatCount } from "./data-locations.ts";
import { configuration } from "./on-site.ts";
import { runOnExisting } from "./run.ts";

/** ms per request to a store; no page waits */
const timeLimit = 60_000;

const usage =
  "Usage: npm run dump [-- --accept-shrink]   (a file of 1,000 rows or more that lost over 5 % of them, which no change explains, keeps its last state, unless it is accepted)";
const { words, values } = commandLine(usage, { "accept-shrink": { type: "boolean" } });
if (words.length > 0) misused(usage);
const acceptShrink = values["accept-shrink"] === true;

const orphaned = () => process.exit(1);
process.once("disconnect", orphaned);
setPriority(constants.priority.PRIORITY_LOW);
await runOnExisting(dump);
process.off("disconnect", orphaned);
if (process.connected) process.disconnect();

async function dump(db: Db): Promise<void> {
  const { origin, dumpsFolder: folder, uploadsStore, dataLicence: licence } = configuration();
  const store = uploadsStore && openFileStore(uploadsStore, timeLimit);
  const shelf = openDumps(folder, store);
  const began = performance.now();
  try {
    const options = { shelf, folder, site: origin, licence, acceptShrink };
    const { manifest, shrunk } = await makeDump(db, options, new Date());
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0) / 2;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const place = store ? "the store" : folder;
    console.log(
      `${formatCount(manifest.files.length, "file")} with ${formatCount(rows, "row")} in ${place} (${seconds} s).`,
    );
    for (const { file, rows, before } of shrunk)
      fail(
        `${file} shrank from ${formatCount(before, "row")} to ${rows.toLocaleString("en")} and no change says why, so its last state stays: if this is right, run npm run dump -- --accept-shrink`,
      );
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new DatabaseError(error.message, "EIO");
  }
}
