/** How many votes the editorial estimate counts for (RULES.md 5.2). */
export const weight = 5;
/** per cent, for a dupe without an estimate (RULES.md 5.2) */
export const defaultEstimate = 85;

/**
 * The similarity of a dupe (RULES.md 5.2): the share of likes with the estimate as prior, so that one vote cannot make 100 %.
 * @param estimate editorial estimate in per cent, or null for none
 * @returns whole per cent, 0 to 100
 */
export function similarity(likes: number, dislikes: number, estimate: number | null): number {
  // One division of integers, so that an exact half rounds up.
  return Math.round(
    (100 * likes + weight * (estimate ?? defaultEstimate)) / (likes + dislikes + weight),
  );
}
