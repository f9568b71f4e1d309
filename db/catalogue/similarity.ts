/** How many votes the editorial estimate counts for (RULES.md 5.2). */
export const weight = 5;
/** per cent, for a dupe without an estimate (RULES.md 5.2) */
export const defaultEstimate = 85;

/** The similarity in whole per cent (RULES.md 5.2). @param estimate in per cent, or null for none */
export function similarity(likes: number, dislikes: number, estimate: number | null): number {
  // One division of integers, so that an exact half rounds up.
  return Math.round(
    (100 * likes + weight * (estimate ?? defaultEstimate)) / (likes + dislikes + weight),
  );
}
