import { type RawBuilder, sql } from "kysely";

/** Votes that the editorial estimate counts for (RULES.md 1.5). */
export const weight = 5;
/** per cent, for a dupe without an estimate (RULES.md 1.5) */
export const defaultEstimate = 85;

/** Whole per cent (RULES.md 1.5). */
export function similarity(likes: number, dislikes: number, estimate: number | null): number {
  // A single integer division rounds exact halves up.
  return Math.round(
    (100 * likes + weight * (estimate ?? defaultEstimate)) / (likes + dislikes + weight),
  );
}

/** `similarity` after one more vote, in SQL, so that a vote takes one statement and other writers wait less (RULES.md 1.5). */
export function similarityWith(vote: "likes" | "dislikes"): RawBuilder<number> {
  const likes = vote === "likes" ? sql`(likes + 1)` : sql`likes`;
  const points = sql`(100 * ${likes} + ${sql.lit(weight)} * coalesce(estimacion, ${sql.lit(defaultEstimate)}))`;
  const votes = sql`(likes + dislikes + ${sql.lit(1 + weight)})`;
  // A single integer division, as above.
  return sql`(2 * ${points} + ${votes}) / (2 * ${votes})`;
}
