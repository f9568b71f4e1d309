/** How many votes the editorial estimate weighs. */
export const weight = 5;
/** What a dupe without an estimate is taken for, in per cent (spec.md §9). */
export const defaultEstimate = 85;

/**
 * The similarity of a dupe (design §5): the share of likes, steadied by an estimate, so that one vote cannot make 100 %.
 * @param estimate editorial estimate in per cent, or null for none
 * @returns whole per cent, 0 to 100
 */
export function similarity(likes: number, dislikes: number, estimate: number | null): number {
  // In whole numbers up to the one division, so that a half is a half and rounds up.
  return Math.round(
    (100 * likes + weight * (estimate ?? defaultEstimate)) / (likes + dislikes + weight),
  );
}
