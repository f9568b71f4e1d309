/** Parses an untrusted id: at most 15 digits, no sign, no leading zero. */
export function parseId(text: unknown): number | null {
  return typeof text === "string" && /^[1-9]\d{0,14}$/u.test(text) ? Number(text) : null;
}
