import { statSync } from "node:fs";
import { catalogExports, exportCsv, exportToFile } from "#app/domain/catalog/csv/export-csv.ts";
import { priceExports } from "#app/domain/prices/export-prices.ts";
import type { Db } from "#db/database.ts";
import { isClosedOutput } from "../closed-output.ts";
import { misused } from "../command-line.ts";
import { runOnExisting } from "../run.ts";

const parts = { ...catalogExports, ...priceExports };

type Exported = keyof typeof parts;

export const isExported = (word: string): word is Exported => Object.hasOwn(parts, word);

export async function exportPart(what: Exported, file: string | undefined): Promise<void> {
  // An export replaces its file, so folders and devices such as /dev/null are refused.
  const there = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) misused(`${file} is not a file.`);
  await runOnExisting(async (db) => {
    if (file === undefined) return printed(db, what);
    const rows = await exportToFile(db, parts[what], file);
    return console.log(`${what}: ${rows} rows written to ${file}.`);
  });
}

async function printed(db: Db, what: Exported): Promise<void> {
  try {
    await exportCsv(db, parts[what], process.stdout);
  } catch (error) {
    if (!isClosedOutput(error)) throw error;
  }
}
