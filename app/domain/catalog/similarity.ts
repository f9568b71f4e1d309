import { type RawBuilder, sql } from "kysely";

/** per cent, for the order of dupes that have neither votes nor an estimate (RULES.md 1.5) */
export const defaultEstimate = 85;

/** Whole per cent (RULES.md 1.5). */
export function similarity(likes: number, dislikes: number, estimate: number | null): number {
  if (likes + dislikes === 0) return estimate ?? defaultEstimate;
  // A single division rounds exact halves up.
  return Math.round((100 * (likes + 1)) / (likes + dislikes + 2));
}

/** `similarity` after one more vote, in SQL, so that a vote takes one statement and other writers wait less. */
export function similarityWith(vote: "likes" | "dislikes"): RawBuilder<number> {
  const likes = vote === "likes" ? sql`(likes + 2)` : sql`(likes + 1)`;
  const votes = sql`(likes + dislikes + 3)`;
  return sql`(200 * ${likes} + ${votes}) / (2 * ${votes})`;
}
