import { readFile } from "node:fs/promises";
import { type Info, parse } from "csv-parse/sync";
import type { z } from "zod";
import { canonical } from "#app/i18n/text.ts";
import { decodeText } from "./decode-text.ts";
import { unquote } from "./formula-cells.ts";
import { leftoverIn } from "./leftovers.ts";

export interface BadLine {
  /** from 1, including the header */
  line: number;
  reason: string;
}

export interface Line<Row> {
  line: number;
  value: Row;
}

export interface CsvFile<Row> {
  rows: Line<Row>[];
  bad: BadLine[];
  /** encoding and separator, if they are not UTF-8 and commas */
  readAs?: string;
}

interface CsvRecord {
  line: number;
  cells: string[];
}

/** Reads CSV of any spreadsheet (deploy/README.md). @param options `others` ignores unknown columns */
export async function readCsv<Shape extends z.ZodObject>(
  path: string,
  row: Shape,
  { others = false } = {},
): Promise<CsvFile<z.infer<Shape>>> {
  const decoded = decodeText(await readFile(path));
  if ("wrong" in decoded) return { rows: [], bad: [decoded.wrong] };
  const { encoding } = decoded;
  // csv-parse counts a CRLF inside quotes as two lines.
  const text = `${decoded.text.replace(/\r\n?/gu, "\n").replace(/\n+$/u, "")}\n`;
  if (text.trim() === "") return { rows: [], bad: [{ line: 1, reason: "is empty" }] };
  const known = Object.keys(row.shape);
  const separator = separatorOf(text, known);
  if (typeof separator === "object") return { rows: [], bad: [{ line: 1, ...separator }] };

  const isUsual = encoding === "UTF-8" && separator === ",";
  const file: CsvFile<z.infer<Shape>> = {
    rows: [],
    bad: [],
    ...(!isUsual && { readAs: `${encoding} with ${separatorNames[separator]}` }),
  };
  const { records, broken } = recordsOf(text, separator);
  if (broken) file.bad.push(broken);
  const header = headerOf(records.shift()?.cells ?? [], known);
  if (broken?.line !== 1) file.bad.push(...wrongHeader(header, row, others));
  if (file.bad.some((bad) => bad.line === 1)) return file;

  for (const { line, cells } of records) {
    const last = lastFilled(cells);
    const columns = cells.length > header.length ? Math.max(last + 1, header.length) : cells.length;
    if (columns !== header.length) {
      file.bad.push({ line, reason: `has ${columns} columns instead of ${header.length}` });
      continue;
    }
    if (headerOf(cells, known).join("\n") === header.join("\n")) {
      file.bad.push({ line, reason: "is the header again" });
      continue;
    }
    const texts = header.map((name, i) => [name, unquote(cells[i]!)] as const);
    const parsed = row.safeParse(Object.fromEntries(texts));
    const wrong = others ? [] : texts.flatMap(([name, text]) => leftoverIn(name, text) ?? []);
    for (const { path, message } of parsed.error?.issues ?? [])
      wrong.push(`${path.join(".")}: ${message}`);
    if (parsed.success && wrong.length === 0) file.rows.push({ line, value: parsed.data });
    file.bad.push(...wrong.map((reason) => ({ line, reason })));
  }
  return file;
}

function recordsOf(text: string, delimiter: Separator) {
  let broken: BadLine | undefined;
  const above = separatorLine.test(text) ? 1 : 0;
  // Its types do not know what `info` and `raw` add.
  const parsed = parse(text.replace(separatorLine, ""), {
    delimiter,
    info: true,
    raw: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    skipRecordsWithError: true,
    onSkip(error, raw = "") {
      const reason =
        error?.code === "CSV_QUOTE_NOT_CLOSED"
          ? "has a quote that is not closed"
          : "has a quote in a wrong place";
      broken ??= { line: above + firstLine(Number(error?.lines), raw), reason };
    },
  }) as unknown as { info: Info; raw: string; record: string[] }[];
  const records: CsvRecord[] = [];
  for (const { info, raw, record } of parsed) {
    const line = above + firstLine(info.lines, raw);
    if (broken && line >= broken.line) break;
    if (lastFilled(record) !== -1) records.push({ line, cells: record });
  }
  return { records, broken };
}

const lastFilled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== "");

function firstLine(last: number, raw: string): number {
  return last - raw.trim().split("\n").length + 1;
}

function headerOf(cells: string[], known: string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  const header = names.slice(0, lastFilled(names) + 1);
  return header.map((name) =>
    known.includes(name)
      ? name
      : (known.find((one) => canonical(one) === canonical(name) && !header.includes(one)) ?? name),
  );
}

function wrongHeader(header: string[], row: z.ZodObject, others: boolean): BadLine[] {
  const known = Object.keys(row.shape);
  const missing = known.filter(
    (name) => !header.includes(name) && !row.shape[name]?.safeParse(undefined).success,
  );
  const named = header.filter(Boolean);
  const unknown = others ? [] : header.filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => ({ line: 1, reason: `the column ${name} is missing` })),
    ...unknown.map((name) => ({
      line: 1,
      reason: `there is no column ${JSON.stringify(name)}; known are ${known.join(", ")}`,
    })),
    ...(new Set(named).size < named.length ? [{ line: 1, reason: "a column stands twice" }] : []),
  ];
}

type Separator = "," | ";" | "\t";

const separatorNames: Record<Separator, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
};
const separators = Object.keys(separatorNames) as Separator[];

/** Excel's own line above the header: "sep=;" */
const separatorLine = /^"?sep=([,;\t])"?[,;\t]*\n/iu;

/** The separator by which the first line names most of the known columns; otherwise why there is none. */
function separatorOf(text: string, known: readonly string[]): Separator | { reason: string } {
  const said = separatorLine.exec(text)?.[1];
  if (said !== undefined) return said as Separator;
  const counts = separators.map((separator) => countKnown(text, separator, known));
  const most = Math.max(...counts);
  const [found, ...others] = separators.filter((_, at) => counts[at] === most);
  if (found !== undefined && others.length === 0) return found;
  // A broken quote, which is said later.
  if (namingLine(text).split('"').length % 2 === 0) return ",";
  return {
    reason: `names no column, or separates them in two ways; separate them by commas, semicolons or tabs: ${known.join(", ")}`,
  };
}

const namingLine = (text: string) => text.split("\n").find((line) => /[^\s,;"]/u.test(line)) ?? "";

function countKnown(text: string, delimiter: Separator, known: readonly string[]): number {
  const [header = []] = parse(namingLine(text), {
    delimiter,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
  }) as string[][];
  const words = new Set(header.map(canonical));
  return known.filter((name) => words.has(canonical(name))).length;
}
