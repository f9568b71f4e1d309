/** Prefixes `'` to cells that a spreadsheet would run as a formula, and to those already quoted like that (OWASP, CSV injection). */
export function quote(cell: string): string {
  return /^'*[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
}

export function unquote(cell: string): string {
  return /^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell;
}
