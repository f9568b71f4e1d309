import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Entry } from "../../app/domain/search/engine.ts";

/** Reads a CSV with columns marca, nombre and optionally popularidad. @returns entries numbered from 0 */
export function readPerfumes(file: string): Entry[] {
  const rows: Record<string, string>[] = parse(readFileSync(file), {
    columns: true,
    skip_empty_lines: true,
  });
  return rows.map((row, id) => ({
    id,
    marca: row["marca"] ?? "",
    nombre: row["nombre"] ?? "",
    popularidad: Number(row["popularidad"] ?? 0),
  }));
}

/** Reads a tab-separated file with a header line, without quoting. @returns its lines as records */
export function readTabs(file: string): Record<string, string>[] {
  const [heading = "", ...lines] = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  const columns = heading.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}
