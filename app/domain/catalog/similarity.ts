import { type RawBuilder, sql } from "kysely";

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

/**
 * The similarity that a row of `dupes` has with one more vote (RULES.md 5.2), worked out where the row is, so that others wait for
 * one statement of a vote and not for two.
 * @param vote the column that becomes one more in the same statement
 */
export function similarityWith(vote: "likes" | "dislikes"): RawBuilder<number> {
  const likes = vote === "likes" ? sql`(likes + 1)` : sql`likes`;
  const points = sql`(100 * ${likes} + ${sql.lit(weight)} * coalesce(estimacion, ${sql.lit(defaultEstimate)}))`;
  const votes = sql`(likes + dislikes + ${sql.lit(1 + weight)})`;
  // Whole numbers, divided once: an exact half rounds up, as above.
  return sql`(2 * ${points} + ${votes}) / (2 * ${votes})`;
}
