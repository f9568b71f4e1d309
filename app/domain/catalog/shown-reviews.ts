import type { ExpressionBuilder } from "kysely";
import type { Schema } from "#db/schema.ts";
import { notSuspended } from "#app/domain/accounts/suspensions.ts";

/** The single definition of publicly visible and counted reviews (RULES.md 5.5, 9.13). */
export const isShown = (row: ExpressionBuilder<Schema, "dupe_reviews">) =>
  row.and([
    row("dupe_reviews.state", "=", "shown"),
    notSuspended<"dupe_reviews">("dupe_reviews.user_id")(row),
  ]);
