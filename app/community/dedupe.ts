/** ms within which an equal form counts as one sent twice (RULES.md 6.6) */
const doubleSubmit = 60 * 1000;

/** @returns the ISO time after which an equal row is a duplicate */
export function duplicatesSince(now: Date): string {
  return new Date(now.getTime() - doubleSubmit).toISOString();
}
