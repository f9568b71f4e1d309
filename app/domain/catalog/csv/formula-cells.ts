import { normalized } from "#app/i18n/text.ts";

/** Prefixes `'` to cells that a spreadsheet would run as a formula, and to those already quoted like that (OWASP, CSV injection). */
export function quote(cell: string): string {
  return /^'*[=+\-@\t\r\n]/u.test(folded(cell)) ? `'${cell}` : cell;
}

export function unquote(cell: string): string {
  return cell.startsWith("'") && /^'+[=+\-@\t\r\n]/u.test(folded(cell)) ? cell.slice(1) : cell;
}

/** A full-width `＝` counts as `=`, also before a combining mark, with which NFKC would make `≠` of it. */
const folded = (cell: string) => normalized(cell, "NFKD");
