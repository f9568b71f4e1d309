import { cleanLine } from "#app/i18n/clean-text.ts";

/** What programs leave in cells instead of a text. */
const leftovers: [RegExp, string][] = [
  [
    /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);|<([a-z]+)\b[^<>]*>.*<\/\1>|<br\s*\/?>/iu,
    "has signs of HTML: export it as plain text",
  ],
  [/\ufffd/u, "has a letter that was lost (\ufffd): export the file again as UTF-8"],
  [
    /^#(?:N\/[AD]|NV|[¡¿]?(?:NULL|NUM|NAME|NOMBRE|NOME?|VALUE|VALOR|VALEUR|VALORE|WERT|ZAHL|REF|RIF|BEZUG|DIV\/0)[!?])$/u,
    "is an error of the spreadsheet: mend its formula",
  ],
  [
    /^\d(?:[.,]\d+)?E\+\d+$/u,
    "is a number that the spreadsheet shortened: format its column as text",
  ],
];

/** Only in names: elsewhere most of them are refused anyway. @returns what is wrong with the column's cell */
export function leftoverIn(column: string, cell: string): string | undefined {
  if (!/(?:marca|nombre|alias|titulo)$/u.test(column)) return undefined;
  const text = cleanLine(cell);
  const complaint = leftovers.find(([sign]) => sign.test(text))?.[1];
  return complaint && `${column}: ${complaint}`;
}
