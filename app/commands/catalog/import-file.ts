import { importAliases } from "#app/domain/catalog/csv/import-aliases.ts";
import { importDupes } from "#app/domain/catalog/csv/import-dupes.ts";
import type { ImportOutcome } from "#app/domain/catalog/csv/import-csv.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { importSources } from "#app/domain/catalog/csv/import-sources.ts";
import { importPrices } from "#app/domain/prices/import-prices.ts";
import { importShops } from "#app/domain/prices/import-shops.ts";
import { commandTransaction } from "#db/transactions.ts";
import { fail, progressOf, requireFile } from "../command-line.ts";
import { runMigrated } from "../run.ts";

export const imports = {
  perfumes: importPerfumes,
  dupes: importDupes,
  aliases: importAliases,
  sources: importSources,
  shops: importShops,
  prices: importPrices,
};

export type Imported = keyof typeof imports;

export const isImported = (word: string): word is Imported => Object.hasOwn(imports, word);

export async function importFile(what: Imported, file: string): Promise<void> {
  requireFile(file);
  const started = performance.now();
  await runMigrated(async (db) => {
    const outcome = await commandTransaction(
      db,
      (tx) => imports[what](tx, file, progressOf(500)),
      "read committed",
    );
    report(what, file, outcome, ((performance.now() - started) / 1000).toFixed(1));
  });
}

function report(what: string, file: string, outcome: ImportOutcome, seconds: string) {
  for (const { line, reason } of (outcome.done ? outcome.leftOut : outcome.bad) ?? [])
    console.error(`line ${line}: ${reason}`);
  if (!outcome.done)
    return fail(`${outcome.bad.length} bad lines in ${file}; nothing was changed.`);
  const { added, changed, unchanged, readAs } = outcome;
  return console.log(
    `${what}: ${added} added, ${changed} changed, ${unchanged} unchanged (${seconds} s).${saysForm(readAs)}`,
  );
}

export const saysForm = (readAs: string | undefined) =>
  readAs === undefined ? "" : ` The file is ${readAs}.`;
