// npm run catalog: imports and exports the catalogue.
import { probableDuplicates } from "#app/domain/catalog/known-names.ts";
import { setShopState } from "#app/domain/prices/import-shops.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { importFile, isImported } from "./catalog/import-file.ts";
import { commandLine, fail, misused, requireFolder } from "./command-line.ts";
import { runMigrated, runOnExisting } from "./run.ts";
import { statSync } from "node:fs";
import { catalogExports, exportCsv, exportToFile } from "#app/domain/catalog/csv/export-csv.ts";
import { priceExports } from "#app/domain/prices/export-prices.ts";
import { isClosedOutput } from "./closed-output.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BadDump } from "#app/domain/open-data/mirror/read-rows.ts";
import { fetchDump } from "#app/domain/open-data/mirror/fetch-files.ts";
import { importDump } from "#app/domain/open-data/mirror/import-dump.ts";

const usage = `Usage: npm run catalog -- import perfumes FILE.csv   (columns marca,nombre[,foto][,popularidad][,concentracion][,anio][,genero][,familia][,notas])
       npm run catalog -- import dupes FILE.csv      (columns perfume_marca,perfume_nombre,marca,nombre[,foto][,enlace][,porcentaje][,estimacion_url])
       npm run catalog -- import aliases FILE.csv    (columns marca,nombre,alias[,tipo]; tipo is name or code)
       npm run catalog -- import sources FILE.csv    (columns perfume_marca,perfume_nombre,marca,nombre,url,titulo,postura,tipo[,fecha,autor];
                                                     postura is favor or contra; tipo is resena, articulo, debate, marca or catalogo)
       npm run catalog -- import shops FILE.csv      (columns host,nombre,pais,moneda[,plantilla][,busqueda])
       npm run catalog -- import prices FILE.csv     (columns marca,nombre,importe,moneda,ml,tienda[,url][,pais][,tipo][,fecha])
       npm run catalog -- import listing FILE.csv --shop HOST --columns brand=…,title=…,size=…,price=…  (a shop's own export)
       npm run catalog -- import dump URL|FOLDER     (another site's open data: fills an empty site, which then follows that one)
       npm run catalog -- export perfumes|dupes|aliases|sources|shops|prices [FILE.csv]
       npm run catalog -- shop HOST known|blocked
       npm run catalog -- duplicates`;

const [what, of, ...rest] = process.argv.slice(2);
async function run([verb, ...words]: string[]): Promise<void> {
  const [first = "", second = ""] = words;
  const fits = (most: number, least = most) => words.length >= least && words.length <= most;
  if (verb === "import" && fits(2) && isImported(first)) return importFile(first, second);
  if (verb === "import" && fits(2) && first === "dump") return mirrorDump(second);
  if (verb === "export" && fits(2, 1) && isExported(first)) return exportPart(first, words[1]);
  if (verb === "shop" && fits(2) && (second === "known" || second === "blocked"))
    return runMigrated((db) => setShop(db, first, second));
  if (verb === "duplicates" && fits(0)) return runOnExisting(showDuplicates);
  return misused(usage);
}

async function setShop(db: Db, host: string, state: "known" | "blocked"): Promise<void> {
  const done = await commandTransaction(db, (tx) => setShopState(tx, host, state, new Date()));
  if (done === "no-shop") return fail(`${host} is not the host of a shop.`);
  return console.log(done === "changed" ? `${host} is ${state}.` : `${host} was ${state}.`);
}

async function showDuplicates(db: Db): Promise<void> {
  const groups = await probableDuplicates(db);
  for (const group of groups) {
    const lines = group.map(({ id, marca, nombre }) => `${id}  ${marca} · ${nombre}`);
    console.log(lines.join("\n"), "\n");
  }
  console.log(`${groups.length} groups of bottles with the same words.`);
}

const parts = { ...catalogExports, ...priceExports };

type Exported = keyof typeof parts;

const isExported = (word: string): word is Exported => Object.hasOwn(parts, word);

async function exportPart(what: Exported, named: string | undefined): Promise<void> {
  const file = named === "-" ? undefined : named;
  // An export replaces its file, so folders and devices such as /dev/null are refused.
  const there = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) misused(`${file} is not a file.`);
  if (file !== undefined) requireFolder(dirname(file));
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

async function mirrorDump(place: string): Promise<void> {
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

if (what === "import" && of === "listing") {
  // Loads the search engine, which the other commands do not need.
  const { importListing } = await import("./catalog/import-listing.ts");
  await importListing(rest);
} else await run(commandLine(usage, {}).words);
