import { z } from "zod";
import { type Db, inTransaction } from "../connect.ts";
import { canonical, slugify } from "../text.ts";
import { link, name, photo, wholeNumber } from "./fields.ts";
import { type BadLine, type CsvFile, readCsv } from "./read-csv.ts";
import { similarity } from "./similarity.ts";
import { catalogueChanged } from "./version.ts";

export type ImportOutcome =
  | { done: true; added: number; changed: number; unchanged: number }
  | { done: false; bad: BadLine[] };

type Progress = (done: number, total: number) => void;

const perfumeRow = z.object({
  marca: name,
  nombre: name,
  foto: photo.optional(),
  popularidad: wholeNumber(999_999_999).optional(),
});

const dupeRow = z.object({
  perfume_marca: name,
  perfume_nombre: name,
  marca: name,
  nombre: name,
  foto: photo.optional(),
  enlace: link.optional(),
  porcentaje: wholeNumber(100).optional(),
});

/**
 * Imports perfumes from a CSV file with the columns `marca,nombre[,foto][,popularidad]`, in one transaction (RULES.md 16.2).
 * A perfume with the same canonical name is updated in the columns that the file has.
 * @param progress called with the number of rows done and of all rows
 * @returns how many were added, changed or unchanged; or every bad line, and then nothing was changed
 */
export async function importPerfumes(
  db: Db,
  path: string,
  progress?: Progress,
): Promise<ImportOutcome> {
  const file = await readCsv(path, perfumeRow);
  const bad = [
    ...file.bad,
    ...repeated(file, (row) => `${canonical(row.marca)}\n${canonical(row.nombre)}`),
  ];
  return write(db, file.rows, bad, progress, async (trx, row, now) => {
    const key = { marca_clave: canonical(row.marca), nombre_clave: canonical(row.nombre) };
    const values = {
      marca: row.marca,
      nombre: row.nombre,
      marca_slug: slugify(row.marca),
      ...(row.foto !== undefined && { foto: row.foto }),
      ...(row.popularidad !== undefined && { popularidad: row.popularidad ?? 0 }),
    };
    const known = await trx
      .selectFrom("perfumes")
      .selectAll()
      .where((column) => column.and(key))
      .executeTakeFirst();
    if (!known) {
      await trx
        .insertInto("perfumes")
        .values({ ...key, ...values, created_at: now, updated_at: now })
        .execute();
      return "added";
    }
    if (!differs(known, values)) return "unchanged";
    await trx
      .updateTable("perfumes")
      .set({ ...values, updated_at: now })
      .where("id", "=", known.id)
      .execute();
    return "changed";
  });
}

/**
 * Imports dupes from a CSV file with the columns
 * `perfume_marca,perfume_nombre,marca,nombre[,foto][,enlace][,porcentaje]`, in one transaction (RULES.md 16.2).
 * `porcentaje` is the editorial estimate; the similarity is computed from it and the votes.
 * @returns as importPerfumes; a line whose perfume is not in the catalogue is bad
 */
export async function importDupes(
  db: Db,
  path: string,
  progress?: Progress,
): Promise<ImportOutcome> {
  const file = await readCsv(path, dupeRow);
  const perfumeKey = (row: z.infer<typeof dupeRow>) =>
    `${canonical(row.perfume_marca)}\n${canonical(row.perfume_nombre)}`;
  const bad = [
    ...file.bad,
    ...repeated(
      file,
      (row) => `${perfumeKey(row)}\n${canonical(row.marca)}\n${canonical(row.nombre)}`,
    ),
  ];
  const perfumes = new Map<string, number>();
  for (const { marca_clave, nombre_clave, id } of await db
    .selectFrom("perfumes")
    .select(["id", "marca_clave", "nombre_clave"])
    .execute())
    perfumes.set(`${marca_clave}\n${nombre_clave}`, id);
  for (const { line, value } of file.rows)
    if (!perfumes.has(perfumeKey(value)))
      bad.push({
        line,
        reason: `the catalogue has no perfume ${value.perfume_nombre} of ${value.perfume_marca}`,
      });

  return write(db, file.rows, bad, progress, async (trx, row, now) => {
    const key = {
      perfume_id: perfumes.get(perfumeKey(row))!,
      marca_clave: canonical(row.marca),
      nombre_clave: canonical(row.nombre),
    };
    const known = await trx
      .selectFrom("dupes")
      .selectAll()
      .where((column) => column.and(key))
      .executeTakeFirst();
    const estimacion = row.porcentaje === undefined ? (known?.estimacion ?? null) : row.porcentaje;
    const values = {
      marca: row.marca,
      nombre: row.nombre,
      ...(row.foto !== undefined && { foto: row.foto }),
      ...(row.enlace !== undefined && { enlace: row.enlace }),
      estimacion,
      porcentaje: similarity(known?.likes ?? 0, known?.dislikes ?? 0, estimacion),
    };
    if (!known) {
      await trx
        .insertInto("dupes")
        .values({ ...key, ...values, created_at: now, updated_at: now })
        .execute();
      return "added";
    }
    if (!differs(known, values)) return "unchanged";
    await trx
      .updateTable("dupes")
      .set({ ...values, updated_at: now })
      .where("id", "=", known.id)
      .execute();
    return "changed";
  });
}

async function write<Row>(
  db: Db,
  rows: { value: Row }[],
  bad: BadLine[],
  progress: Progress | undefined,
  upsert: (trx: Db, row: Row, now: string) => Promise<"added" | "changed" | "unchanged">,
): Promise<ImportOutcome> {
  if (bad.length > 0) return { done: false, bad: bad.toSorted((a, b) => a.line - b.line) };
  const outcome = { done: true as const, added: 0, changed: 0, unchanged: 0 };
  const now = new Date().toISOString();
  await inTransaction(db, async (trx) => {
    for (const [index, { value }] of rows.entries()) {
      outcome[await upsert(trx, value, now)]++;
      progress?.(index + 1, rows.length);
    }
    if (outcome.added + outcome.changed > 0) await catalogueChanged(trx);
  });
  return outcome;
}

function repeated<Row>(file: CsvFile<Row>, key: (row: Row) => string): BadLine[] {
  const firstLines = new Map<string, number>();
  const bad: BadLine[] = [];
  for (const { line, value } of file.rows) {
    const first = firstLines.get(key(value));
    if (first === undefined) firstLines.set(key(value), line);
    else bad.push({ line, reason: `names the same as line ${first}` });
  }
  return bad;
}

function differs(known: Record<string, unknown>, values: Record<string, unknown>): boolean {
  return Object.entries(values).some(([column, value]) => known[column] !== value);
}
