/**
 * @returns a cell that no spreadsheet runs as a formula: one that begins like a formula gets a `'` in front, and so does one
 * that begins with such quotes already, so that `unquote` gives each back (OWASP, CSV injection)
 */
export function quote(cell: string): string {
  return /^'*[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
}

/** @returns a cell as it was before `quote` */
export function unquote(cell: string): string {
  return /^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell;
}
