import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Entry } from "../../app/domain/search/engine.ts";

/** A CSV with columns marca, nombre and perhaps popularidad in; entries numbered from 0 out. */
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

/** A tab-separated file with a heading line in; its lines as records out. Quotes mean nothing. */
export function readTabs(file: string): Record<string, string>[] {
  const [heading = "", ...lines] = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  const columns = heading.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}
