/** Puts a `'` before what a spreadsheet would run as a formula, and before what begins with such quotes already (OWASP, CSV injection). */
export function quote(cell: string): string {
  return /^'*[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell;
}

export function unquote(cell: string): string {
  return /^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell;
}
