// npm run catalog -- import dump: another site's open data (RULES.md 15.6).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BadDump } from "#app/domain/open-data/mirror/bad-dump.ts";
import { fetchDump } from "#app/domain/open-data/mirror/fetch-files.ts";
import { importDump } from "#app/domain/open-data/mirror/import-dump.ts";
import { commandTransaction } from "#db/transactions.ts";
import { fail } from "../command-line.ts";
import { runMigrated } from "../run.ts";

export async function mirrorDump(place: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sosia-dump-"));
  try {
    const manifest = await fetchDump(place, folder);
    await runMigrated(async (db) => {
      const imported = await commandTransaction(
        db,
        (tx) => importDump(tx, folder, manifest, new Date()),
        "read committed",
      );
      for (const [file, { added, changed, unchanged, leftOut, withdrawn }] of Object.entries(
        imported,
      ))
        console.log(
          `${file}: ${added} added, ${changed} changed, ${withdrawn} withdrawn, ${unchanged} unchanged, ${leftOut} left out.`,
        );
    });
  } catch (error) {
    if (!(error instanceof BadDump)) throw error;
    fail(`${error.message} Nothing was changed.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
