import { statSync } from "node:fs";
import type { ImportOutcome } from "../catalogue/import.ts";
import { importDupes } from "../catalogue/import-dupes.ts";
import { importPerfumes } from "../catalogue/import-perfumes.ts";
import { commandTransaction } from "../connect.ts";
import { runMigrated } from "./run.ts";

const imports = { perfumes: importPerfumes, dupes: importDupes };

const [verb, what, file, ...rest] = process.argv.slice(2);
if (verb !== "import" || !isKind(what) || !file || rest.length > 0) {
  console.error(`Usage: npm run catalog -- import perfumes FILE.csv   (columns marca,nombre[,foto][,popularidad])
       npm run catalog -- import dupes FILE.csv      (columns perfume_marca,perfume_nombre,marca,nombre[,foto][,enlace][,porcentaje])`);
  process.exit(2);
}
if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
  console.error(`There is no file ${file}.`);
  process.exit(2);
}

const started = performance.now();
await runMigrated(async (db) => {
  const progress = process.stderr.isTTY ? showProgress : undefined;
  report(await commandTransaction(db, (tx) => imports[what](tx, file, progress)));
});

function isKind(text: string | undefined): text is keyof typeof imports {
  return text === "perfumes" || text === "dupes";
}

function showProgress(done: number, total: number) {
  if (done % 500 === 0 || done === total)
    process.stderr.write(`\r${done} of ${total}${done === total ? "\n" : ""}`);
}

function report(outcome: ImportOutcome) {
  if (!outcome.done) {
    for (const { line, reason } of outcome.bad) console.error(`line ${line}: ${reason}`);
    console.error(`${outcome.bad.length} bad lines in ${file}; nothing was changed.`);
    process.exitCode = 1;
    return;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${what}: ${outcome.added} added, ${outcome.changed} changed, ${outcome.unchanged} unchanged (${seconds} s).`,
  );
}
