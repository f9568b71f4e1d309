import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { name } from "#app/domain/catalog/catalog-fields.ts";
import { probableDuplicates } from "#app/domain/catalog/probable-duplicates.ts";
import {
  removePerfume,
  type Removal,
  renamePerfume,
} from "#app/domain/catalog/rename-and-remove.ts";
import { exportCsv, exportToFile, isExported } from "#app/domain/prices/export-csv.ts";
import type { ImportOutcome } from "#app/domain/catalog/csv/import-csv.ts";
import { importAliases } from "#app/domain/catalog/csv/import-aliases.ts";
import { importDupes } from "#app/domain/catalog/csv/import-dupes.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import { importPrices } from "#app/domain/prices/import-prices.ts";
import { importShops, setShopState } from "#app/domain/prices/import-shops.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { showPerfume } from "#app/domain/desk/catalog/describe-perfume.ts";
import type { Db } from "#db/database.ts";
import { commandTransaction } from "#db/transactions.ts";
import { type Decision, recordDecision } from "#app/domain/desk/log/audit.ts";
import type { Scope } from "#app/domain/desk/undo/snapshot.ts";
import { watched } from "#app/domain/desk/undo/watch.ts";
import { runMigrated, runOnExisting } from "../run.ts";

const usage = `Usage: npm run catalog -- import perfumes FILE.csv   (columns marca,nombre[,foto][,popularidad])
       npm run catalog -- import dupes FILE.csv      (columns perfume_marca,perfume_nombre,marca,nombre[,foto][,enlace][,porcentaje])
       npm run catalog -- import aliases FILE.csv    (columns marca,nombre,alias[,tipo]; tipo is name or code)
       npm run catalog -- import shops FILE.csv      (columns host,nombre,pais,moneda[,plantilla])
       npm run catalog -- import prices FILE.csv     (columns marca,nombre,importe,moneda,ml,tienda[,url][,pais][,tipo][,fecha])
       npm run catalog -- import listing FILE.csv --shop HOST --columns brand=…,title=…,size=…,price=…  (a shop's own export)
       npm run catalog -- export perfumes|dupes|aliases|shops|prices [FILE.csv]
       npm run catalog -- shop HOST known|blocked
       npm run catalog -- show ID · remove ID · merge OLD INTO · rename ID [--marca BRAND] [--nombre NAME]
       npm run catalog -- duplicates`;

const imports = {
  perfumes: importPerfumes,
  dupes: importDupes,
  aliases: importAliases,
  shops: importShops,
  prices: importPrices,
};

const { verb, words, names } = commandLine();
const known = commands();
await (Object.hasOwn(known, verb) ? known[verb]! : misused)();

function commandLine() {
  try {
    const options = { marca: { type: "string" }, nombre: { type: "string" } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [verb = "", ...words] = positionals;
    if (verb !== "rename" && Object.keys(values).length > 0) return misused();
    return { verb, words, names: values };
  } catch {
    return misused();
  }
}

function misused(): never {
  console.error(usage);
  process.exit(2);
}

function commands(): Record<string, () => Promise<void>> {
  return {
    import: async () => {
      const [what, file] = exactly(2);
      if (!Object.hasOwn(imports, what!)) misused();
      await importFile(what as keyof typeof imports, file!);
    },
    export: async () => {
      const [what, file, ...rest] = words;
      if (!isExported(what) || rest.length > 0) misused();
      if (file !== undefined) refuseOtherThanFile(file);
      await runOnExisting(async (db) => {
        if (file === undefined) return void (await exportCsv(db, what, process.stdout));
        const rows = await exportToFile(db, what, file);
        return console.log(`${what}: ${rows} rows written to ${file}.`);
      });
    },
    show: async () => {
      const id = idOf(exactly(1)[0]!);
      await runOnExisting(async (db) => answer(id, await showPerfume(db, id)));
    },
    remove: async () => {
      const id = idOf(exactly(1)[0]!);
      await runOnExisting(async (db) => {
        const gone = await correct(
          db,
          null,
          (tx) => removePerfume(tx, id),
          (before) =>
            before && { action: "remove", subject: `perfume:${id}`, before, perfumeId: id },
        );
        answer(id, gone && `Removed ${id}: ${saying(gone)}.`);
      });
    },
    merge,
    rename,
    shop: async () => {
      const [host, state] = exactly(2);
      if (state !== "known" && state !== "blocked") return misused();
      return runMigrated(async (db) => {
        const now = new Date();
        const done = await commandTransaction(db, (tx) => setShopState(tx, host!, state, now));
        if (done === "no-shop") return fail(`${host} is not the host of a shop.`);
        return console.log(done === "changed" ? `${host} is ${state}.` : `${host} was ${state}.`);
      });
    },
    duplicates: async () => {
      exactly(0);
      await runOnExisting(async (db) => {
        const groups = await probableDuplicates(db);
        for (const group of groups)
          console.log(
            group.map(({ id, marca, nombre }) => `${id}  ${marca} · ${nombre}`).join("\n"),
            "\n",
          );
        console.log(`${groups.length} groups of bottles with the same words.`);
      });
    },
  };
}

/** An export replaces its file as a whole, which a folder or a device such as /dev/null must not be. */
function refuseOtherThanFile(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there || there.isFile()) return;
  console.error(`${path} is not a file.`);
  process.exit(2);
}

async function importFile(what: keyof typeof imports, file: string): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    console.error(`There is no file ${file}.`);
    process.exit(2);
  }
  const started = performance.now();
  await runMigrated(async (db) => {
    const progress = process.stderr.isTTY ? showProgress : undefined;
    const outcome = await commandTransaction(
      db,
      (tx) => imports[what](tx, file, progress),
      "read committed",
    );
    report(what, file, outcome, ((performance.now() - started) / 1000).toFixed(1));
  });
}

async function merge(): Promise<void> {
  const [old, into] = exactly(2).map(idOf);
  await runOnExisting(async (db) => {
    // The bottle that goes comes first: its views are stored.
    const scope = { perfumes: [old!, into!], whole: true };
    const done = await correct(
      db,
      scope,
      async (tx, now) => {
        const bottle = tx.selectFrom("perfumes").select(["marca", "nombre"]).where("id", "=", old!);
        const before = await bottle.executeTakeFirst();
        return { before, ...(await mergePerfumes(tx, old!, into!, now)) };
      },
      (merged) =>
        merged.outcome === "merged" && {
          action: "merge",
          subject: `perfume:${old!}`,
          before: merged.before ?? null,
          after: { into: into!, name: merged.into },
          perfumeId: into!,
        },
    );
    switch (done.outcome) {
      case "merged":
        return console.log(`Merged ${old} (${done.old}) into ${into} (${done.into}).`);
      case "same-bottle":
        return fail("A bottle cannot be merged into itself.");
      case "dupe-of-itself":
        return fail("One is a dupe of the other: merged, the bottle would be its own dupe.");
      case "no-such-bottle":
        return fail(missing(done.id));
    }
  });
}

async function rename(): Promise<void> {
  const id = idOf(exactly(1)[0]!);
  const cleaned = Object.entries(names).map(([column, text]) => [column, clean(column, text!)]);
  if (cleaned.length === 0) misused();
  await runOnExisting(async (db) => {
    const wanted = Object.fromEntries(cleaned);
    const done = await correct(
      db,
      { perfumes: [id] },
      (tx, now) => renamePerfume(tx, id, wanted, now),
      (renamed) =>
        renamed.outcome === "renamed" &&
        JSON.stringify(renamed.before) !== JSON.stringify({ ...renamed.before, ...wanted }) && {
          action: "edit",
          subject: `perfume:${id}`,
          before: renamed.before,
          after: { ...renamed.before, ...wanted },
          perfumeId: id,
        },
    );
    switch (done.outcome) {
      case "renamed":
        return console.log(
          `Renamed ${id}, which was ${done.before.marca} · ${done.before.nombre}.`,
        );
      case "taken":
        return fail(`The bottle ${done.id} has this name: merge ${id} into it instead.`);
      case "alias-taken":
        return fail(`The bottle ${done.id} of that brand is called ${done.alias}, too.`);
      case "no-such-bottle":
        return fail(missing(id));
    }
  });
}

/**
 * Corrects the catalogue in one transaction with its entry of the log and what is needed to undo it at the desk (RULES.md 26.1, 26.5).
 * @param scope what it may change; null for what cannot be undone @param entryOf says what was decided, if anything was
 */
async function correct<Result>(
  db: Db,
  scope: Scope | null,
  work: (tx: Db, now: Date) => Promise<Result>,
  entryOf: (result: Result) => Omit<Decision, "actor"> | false | undefined,
): Promise<Result> {
  const now = new Date();
  return commandTransaction(db, async (tx) => {
    const { result, store } = scope
      ? await watched(tx, scope, () => work(tx, now))
      : { result: await work(tx, now), store: undefined };
    const decision = entryOf(result);
    if (!decision) return result;
    const entry = await recordDecision(tx, { ...decision, actor: null }, now);
    await store?.(entry, now);
    return result;
  });
}

/** Prints what is said of a bottle, or that there is none. */
function answer(id: number, text: string | undefined): void {
  if (text === undefined) fail(missing(id));
  else console.log(text);
}

function exactly(count: number): string[] {
  return words.length === count ? words : misused();
}

function idOf(word: string): number {
  return /^[1-9]\d{0,14}$/u.test(word) ? Number(word) : misused();
}

function clean(column: string, text: string): string {
  const parsed = name.safeParse(text);
  if (parsed.success) return parsed.data;
  console.error(`${column}: ${parsed.error.issues[0]!.message}`);
  process.exit(2);
}

function missing(id: number): string {
  return `There is no bottle ${id}.`;
}

function saying({ marca, nombre, dupes, originals, votes, reviews, prices }: Removal): string {
  return `${marca} · ${nombre}, with ${dupes} dupes, as a dupe of ${originals} originals, ${votes} votes, ${reviews} reviews and ${prices} prices`;
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

function showProgress(done: number, total: number) {
  if (done % 500 === 0 || done === total)
    process.stderr.write(`\r${done} of ${total}${done === total ? "\n" : ""}`);
}

function report(what: string, file: string, outcome: ImportOutcome, seconds: string) {
  if (!outcome.done) {
    for (const { line, reason } of outcome.bad) console.error(`line ${line}: ${reason}`);
    return fail(`${outcome.bad.length} bad lines in ${file}; nothing was changed.`);
  }
  const { added, changed, unchanged } = outcome;
  return console.log(
    `${what}: ${added} added, ${changed} changed, ${unchanged} unchanged (${seconds} s).`,
  );
}
