// npm run views -- import LOGFILE: counts views that a proxy answered from its cache (RULES.md 3.3).
import { formatCount } from "./data-locations.ts";
import { runOnExisting } from "./run.ts";
import type { Db } from "#db/database.ts";
import { perfumeIdOf } from "#app/domain/catalog/slugs.ts";
import {
  createViewImport,
  type Opening,
  type Totals,
} from "#app/domain/views/log-import/import-views.ts";
import { ImportedElsewhere } from "#app/domain/views/log-import/imported-logs.ts";
import { clientKey, widestNetworkOf } from "#app/limits/client-key.ts";
import { readAccessLine } from "#app/http/access-log.ts";
import { configuration } from "./on-site.ts";

const [verb, ...files] = process.argv.slice(2);
if (verb !== "import" || files.length === 0 || files.some((file) => file.startsWith("-"))) {
  console.error(
    "Usage: npm run views -- import LOGFILE …    (the proxy's logs, the oldest first, as they are or compressed with gzip)",
  );
  process.exit(2);
}

const { origin, viewLog } = configuration();
await runOnExisting(run);

async function run(db: Db): Promise<void> {
  const importViews = createViewImport(db, read, viewLog, new Date());
  for (const file of files) {
    try {
      console.log(`${file}: ${told(await importViews(file))}`);
    } catch (error) {
      const why = reasonOf(error);
      if (why === undefined) throw error;
      console.error(`${file}: ${why}`);
      process.exitCode = 1;
      return;
    }
  }
}

function read(line: string): Opening | "other" | "broken" {
  const logged = readAccessLine(line, origin);
  if (typeof logged === "string") return logged;
  const { slug, address, ...opening } = logged;
  const perfumeId = perfumeIdOf(slug);
  if (perfumeId === null) return "other";
  return { ...opening, perfumeId, client: clientKey(address), network: widestNetworkOf(address) };
}

function told({ lines, counted, repeated, gone, bySite, other, broken, before }: Totals): string {
  return [
    `${formatCount(counted, "view")} counted of ${formatCount(lines, "line")}`,
    `${number(before)} imported before`,
    `${number(repeated)} repeated`,
    `${number(bySite)} answered by the site`,
    `${number(gone)} of removed bottles`,
    `${number(other)} other`,
    `${number(broken)} broken.`,
  ].join(", ");
}

function number(count: number): string {
  return count.toLocaleString("en");
}

/** @returns the problem with a log; undefined for other errors */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ImportedElsewhere) return "another import of it is running.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return "no such file.";
  if (code === "EISDIR" || code === "EACCES") return "cannot be read.";
  if (code.startsWith("Z_")) return "damaged.";
  return undefined;
}
