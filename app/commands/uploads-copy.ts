// npm run uploads:copy: copies avatars and photos from one store to another (RULES.md 14.12).
import { stat } from "node:fs/promises";
import { commandLine, misused } from "./command-line.ts";
import { formatCount } from "./data-locations.ts";
import { copyPictures } from "#app/uploads/copy.ts";
import { StoreUnavailable, type FileStore } from "#app/uploads/file-store.ts";
import { openFileStore } from "#app/uploads/open-store.ts";
import { s3AddressForm, s3AddressOf } from "#app/uploads/s3-address.ts";

/** ms per request; generous, because no page waits and the connection can be slow */
const timeLimit = 10_000;

const usage = `Usage: npm run uploads:copy -- FROM TO   (each a folder, or ${s3AddressForm}, key and secret percent-encoded)`;
const [from, to, ...more] = commandLine(usage, {}).words;
if (!from || !to || more.length > 0) misused(usage);

await copy(from, to);

async function copy(from: string, to: string): Promise<void> {
  try {
    const source = open(from);
    const target = open(to);
    if (!s3AddressOf(from) && !(await stat(from)).isDirectory())
      throw new StoreUnavailable(`${from} is not a folder.`);
    const problem = await target.check();
    if (problem !== null) throw new StoreUnavailable(problem);
    const { avatars, photos, already, others, onlyThere } = await copyPictures(source, target);
    const parts = [
      `${formatCount(avatars, "avatar")} and ${formatCount(photos, "photo")} are in the target`,
      `${already.toLocaleString("en")} of them were there already`,
      ...(others > 0 ? [`${formatCount(others, "file")} with other names left out`] : []),
      ...(onlyThere > 0 ? [`${formatCount(onlyThere, "picture")} only in the target`] : []),
    ];
    console.log(`${parts.join("; ")}.`);
  } catch (error) {
    // The address is not printed, because it holds a secret.
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

function open(place: string): FileStore {
  const address = s3AddressOf(place);
  if (!address && place.includes("://"))
    throw new StoreUnavailable(`Not a store address: it must be ${s3AddressForm}.`);
  return openFileStore(address ?? place, timeLimit);
}
