/**
 * The one parser of ids that come from outside: plain decimal digits, no sign, no leading zero.
 * @returns the id, or null when the text is not one
 */
export function parseId(text: unknown): number | null {
  return typeof text === "string" && /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : null;
}
