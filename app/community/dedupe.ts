/** ms within which the same thing sent again is a form sent twice, not a second action */
const doubleSubmit = 60 * 1000;

/** @returns the instant from which on an equal row is taken for the first of two clicks */
export function duplicatesSince(now: Date): string {
  return new Date(now.getTime() - doubleSubmit).toISOString();
}
