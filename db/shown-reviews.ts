import type { ExpressionBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** @returns whether everybody sees a review, and it counts (RULES.md 24.3): the one place that says so */
export const isShown = (row: ExpressionBuilder<Schema, "dupe_reviews">) =>
  row("dupe_reviews.state", "=", "shown");
