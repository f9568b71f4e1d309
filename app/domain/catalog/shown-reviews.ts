import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";

/** @returns whether everybody sees a review, and it counts (RULES.md 24.3, 27.2): the one place that says so */
export const isShown = (row: ExpressionBuilder<Schema, "dupe_reviews">) =>
  row.and([
    row("dupe_reviews.state", "=", "shown"),
    notSuspended<"dupe_reviews">("dupe_reviews.user_id")(row),
  ]);
