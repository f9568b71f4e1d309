import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { nameKey } from "#app/domain/catalog/bottles.ts";
import { importAliases } from "#app/domain/catalog/csv/import-aliases.ts";
import { importDupes } from "#app/domain/catalog/csv/import-dupes.ts";
import { importPerfumes } from "#app/domain/catalog/csv/import-perfumes.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { migrate } from "#db/migrate.ts";
import { canonical } from "#app/i18n/text.ts";
import type { FoundPerfume, PerfumeSearch } from "../../app/domain/search/perfume-search.ts";
import { fold } from "../../app/domain/search/text/fold.ts";
import type { Placed } from "./search-quality.ts";
import { synthetic } from "./search-synthetic.ts";
import { readPerfumes } from "./search-tables.ts";

/** A query, and which result is right; for a look-alike, one that names the original. */
export interface LookalikeCase {
  kind: string;
  query: string;
  isRight: (found: FoundPerfume) => boolean;
}

interface Name {
  marca: string;
  nombre: string;
}

type Row = Record<string, string>;

/** Size of the measured catalogue; bottles missing from the files are generated from their words. */
const bottles = 60_000;
/** The brand of the coded bottles in the catalogue; no other bottle has it. */
const codedBrand = "Zerkalo";

const rowsOf = (file: string): Row[] =>
  parse(readFileSync(file), { columns: true, skip_empty_lines: true });

/**
 * Imports `perfumes.csv`, `clone_pairs.csv` and `house_codes.csv` from a folder into an in-memory database, with the
 * operators' own commands.
 * @param codesAreNames whether a coded bottle is named by its code; otherwise the code is an alias
 * @returns the database, and the cases as one list per line of the two files, so that half of the lines can be held out
 */
export async function importLookalikes(
  folder: string,
  codesAreNames: boolean,
): Promise<{ db: Db; pairs: LookalikeCase[][]; codes: LookalikeCase[][] }> {
  const pairs = rowsOf(`${folder}clone_pairs.csv`);
  const codes = Map.groupBy(rowsOf(`${folder}house_codes.csv`), ({ code }) => canonical(code!));
  const coded = [...codes.values()].map(([row], line) => ({
    code: row!["code"]!,
    marca: codedBrand,
    nombre: codesAreNames ? row!["code"]! : `${row!["inspired_by"]} ${line + 1}`,
  }));
  const given = readPerfumes(`${folder}perfumes.csv`);
  const perfumes = [
    ...given.map(({ marca, nombre, popularidad }) => ({ marca, nombre, popularidad })),
    ...pairs.map((row) => ({ ...originalOf(row), popularidad: "" })),
    ...coded.map(({ marca, nombre }) => ({ marca, nombre, popularidad: "" })),
  ];
  const filled = [...synthetic(given, bottles - perfumes.length + given.length)]
    .slice(given.length)
    .map(({ marca, nombre, popularidad }) => ({ marca, nombre, popularidad }));
  const named = Map.groupBy([...perfumes, ...pairs.map(lookalikeOf), ...filled], nameKey);
  const bottlesNamed = new Map<string, number>();
  for (const [{ nombre }] of named.values() as Iterable<[Name]>)
    bottlesNamed.set(canonical(nombre), (bottlesNamed.get(canonical(nombre)) ?? 0) + 1);

  const db = connect(":memory:");
  await migrate(db);
  const known = new Set<string>();
  const first = [...perfumes, ...filled].filter((bottle) => {
    const key = nameKey(bottle);
    return !known.has(key) && known.add(key);
  });
  await mustImport(importPerfumes, db, first);
  await mustImport(importDupes, db, pairs);
  if (!codesAreNames)
    await mustImport(
      importAliases,
      db,
      coded.map(({ code, ...bottle }) => ({ ...bottle, alias: code, tipo: "code" })),
    );
  return {
    db,
    pairs: pairs.map((row) => casesOfPair(row, (name) => bottlesNamed.get(canonical(name)) === 1)),
    codes: coded.map(casesOfCode),
  };
}

async function mustImport(run: typeof importPerfumes, db: Db, rows: object[]): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "sosia-bench-")), "rows.csv");
  writeFileSync(file, stringify(rows, { header: true }));
  const outcome = await run(db, file);
  if (!outcome.done) throw new Error(`The rows cannot be imported: ${JSON.stringify(outcome)}`);
}

const originalOf = (row: Row): Name => ({
  marca: row["perfume_marca"]!,
  nombre: row["perfume_nombre"]!,
});
const lookalikeOf = (row: Row): Name => ({ marca: row["marca"]!, nombre: row["nombre"]! });

function casesOfPair(row: Row, isUnique: (name: string) => boolean): LookalikeCase[] {
  const original = originalOf(row);
  const bottle = lookalikeOf(row);
  const { marca, nombre } = bottle;
  const isRight = (found: FoundPerfume) =>
    isSame(found, bottle) && found.dupeOf.some((one) => isSame(one, original));
  return [
    { kind: "look-alike: brand, name", query: `${marca} ${nombre}`, isRight },
    { kind: "look-alike: name, brand", query: `${nombre} ${marca}`.toLowerCase(), isRight },
    ...(isUnique(nombre) ? [{ kind: "look-alike: name alone", query: nombre, isRight }] : []),
    { kind: "look-alike: brand, original", query: `${marca} ${original.nombre}`, isRight },
    {
      // In any spelling, because the pairs and the catalogue spell names differently.
      kind: "original: brand, name",
      query: `${original.marca} ${original.nombre}`,
      isRight: ({ nombre }) => fold(nombre) === fold(original.nombre),
    },
  ];
}

function casesOfCode({ code, ...bottle }: Name & { code: string }): LookalikeCase[] {
  const small = code.toLowerCase();
  const isRight = (found: FoundPerfume) => isSame(found, bottle);
  return [
    { kind: "code as printed", query: code, isRight },
    { kind: "code in small letters, joined", query: small.replaceAll("-", ""), isRight },
    { kind: "code in small letters, spaced", query: small.replaceAll("-", " "), isRight },
    { kind: "brand and code", query: `${bottle.marca} ${code}`, isRight },
  ];
}

/**
 * Searches for every case like a page does.
 * @param times receives the milliseconds of each search
 */
export async function findAll(
  search: PerfumeSearch,
  cases: LookalikeCase[],
  times: number[],
): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const { kind, query, isRight } of cases) {
    const start = performance.now();
    const { perfumes } = await search.find(query);
    times.push(performance.now() - start);
    const place = perfumes.slice(0, 5).findIndex(isRight);
    const found = perfumes.slice(0, 5).map(({ marca, nombre }) => `${marca} · ${nombre}`);
    placed.push({ kind, query, place, found });
  }
  return placed;
}

const isSame = (a: Name, b: Name) => nameKey(a) === nameKey(b);
