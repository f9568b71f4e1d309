import { normalized } from "#app/i18n/text.ts";

/** Prefixes `'` to cells that a spreadsheet would run as a formula, and to those already quoted like that (OWASP, CSV injection). */
export function quote(cell: string): string {
  return parts(cell)
    .map((part) => (/^'*[=+\-@\t\r\n]/u.test(folded(part)) ? `'${part}` : part))
    .join("");
}

export function unquote(cell: string): string {
  return parts(cell)
    .map((part) =>
      part.startsWith("'") && /^'+[=+\-@\t\r\n]/u.test(folded(part)) ? part.slice(1) : part,
    )
    .join("");
}

/** Excel begins a new cell at `;` where numbers have a decimal comma, also within quotes. */
const parts = (cell: string) => cell.split(/(?<=[;\u037e\uff1b\t\r\n][\s"\uff02]*)/u);

/** A full-width `＝` counts as `=`, also before a combining mark, with which NFKC would make `≠` of it. */
const folded = (cell: string) => normalized(cell, "NFKD");
