/** ms within which an equal form counts as one sent twice (RULES.md 6.6) */
const doubleSubmit = 60 * 1000;

/**
 * @returns the ISO times after which, and until which, an equal row is a duplicate; a later one was stored by a clock that has
 * been set back since
 */
export function duplicatesIn(now: Date): { since: string; until: string } {
  return { since: new Date(now.getTime() - doubleSubmit).toISOString(), until: now.toISOString() };
}
