/** ms within which an equal form counts as one sent twice (RULES.md 6.6) */
const doubleSubmit = 60 * 1000;

/**
 * @returns the ISO times after which, and until which, an equal row is a duplicate. It may be a little later: of two that came
 * at once the second may be stored first. One that is much later was stored by a clock that has been set back since
 */
export function duplicatesIn(now: Date): { since: string; until: string } {
  const at = (distance: number) => new Date(now.getTime() + distance).toISOString();
  return { since: at(-doubleSubmit), until: at(doubleSubmit) };
}
