import { parse } from "csv-parse/sync";
import { canonical } from "#app/i18n/text.ts";

export type Separator = "," | ";" | "\t";

const names: Record<Separator, string> = { ",": "commas", ";": "semicolons", "\t": "tabs" };
const separators = Object.keys(names) as Separator[];

export const separatorName = (separator: Separator) => names[separator];

/** Excel's own line above the header: "sep=;" */
export const separatorLine = /^"?sep=([,;\t])"?[,;\t]*\n/iu;

/** The separator by which the first line names most of the known columns; otherwise why there is none. */
export function separatorOf(
  text: string,
  known: readonly string[],
): Separator | { reason: string } {
  const said = separatorLine.exec(text)?.[1];
  if (said !== undefined) return said as Separator;
  const counts = separators.map((separator) => countKnown(text, separator, known));
  const most = Math.max(...counts);
  const [found, ...others] = separators.filter((_, at) => counts[at] === most);
  if (found !== undefined && others.length === 0) return found;
  // A broken quote, which is said later.
  if (firstLine(text).split('"').length % 2 === 0) return ",";
  return {
    reason: `names no column, or separates them in two ways; separate them by commas, semicolons or tabs: ${known.join(", ")}`,
  };
}

const firstLine = (text: string) => text.split("\n").find((line) => /[^\s,;"]/u.test(line)) ?? "";

function countKnown(text: string, delimiter: Separator, known: readonly string[]): number {
  const [header = []] = parse(firstLine(text), {
    delimiter,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
  }) as string[][];
  const words = new Set(header.map(canonical));
  return known.filter((name) => words.has(canonical(name))).length;
}
