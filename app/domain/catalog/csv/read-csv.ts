import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { type Info, parse } from "csv-parse/sync";
import type { z } from "zod";
import { unquote } from "./formula-cells.ts";

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
}

/** Reads CSV (RFC 4180; UTF-8, any line ending). @param options `others` ignores unknown columns */
export async function readCsv<Shape extends z.ZodObject>(
  path: string,
  row: Shape,
  { others = false } = {},
): Promise<CsvFile<z.infer<Shape>>> {
  const bytes = await readFile(path);
  const file: CsvFile<z.infer<Shape>> = { rows: [], bad: notUtf8(bytes) };
  if (file.bad.length > 0) return file;

  // csv-parse counts a CRLF inside quotes as two lines.
  const text = `${bytes.toString("utf8").replace(/\r\n?/gu, "\n").trimEnd()}\n`;
  const records = parse(text, {
    bom: true,
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
      file.bad.push({ line: firstLine(Number(error?.lines), raw), reason });
    },
  }) as unknown as { info: Info; raw: string; record: string[] }[];
  const header = records.shift()?.record.map((name) => name.trim()) ?? [];
  file.bad.push(...wrongHeader(header, row, others));
  if (file.bad.some((bad) => bad.line === 1)) return file;

  for (const { info, raw, record } of records) {
    const line = firstLine(info.lines, raw);
    if (record.length !== header.length) {
      file.bad.push({ line, reason: `has ${record.length} columns instead of ${header.length}` });
      continue;
    }
    const parsed = row.safeParse(
      Object.fromEntries(header.map((name, i) => [name, unquote(record[i]!)])),
    );
    if (parsed.success) file.rows.push({ line, value: parsed.data });
    else
      file.bad.push(
        ...parsed.error.issues.map((issue) => ({
          line,
          reason: `${issue.path.join(".")}: ${issue.message}`,
        })),
      );
  }
  return file;
}

function firstLine(last: number, raw: string): number {
  return last - raw.trim().split("\n").length + 1;
}

function notUtf8(bytes: Buffer): BadLine[] {
  if (isUtf8(bytes)) return [];
  const bad: BadLine[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) bad.push({ line, reason: "is not UTF-8" });
    start = next;
  }
  return bad;
}

function wrongHeader(header: string[], row: z.ZodObject, others: boolean): BadLine[] {
  const known = Object.keys(row.shape);
  const missing = known.filter(
    (name) => !header.includes(name) && !row.shape[name]?.safeParse(undefined).success,
  );
  const unknown = others ? [] : header.filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => ({ line: 1, reason: `the column ${name} is missing` })),
    ...unknown.map((name) => ({
      line: 1,
      reason: `there is no column ${JSON.stringify(name)}; known are ${known.join(", ")}`,
    })),
    ...(new Set(header).size < header.length ? [{ line: 1, reason: "a column stands twice" }] : []),
  ];
}
