import { sql } from "kysely";
import type { Db } from "#db/database.ts";

/** Keeps the older of two votes of one person or mailbox (RULES.md 1.9). */
export async function moveVotesAndReviews(tx: Db, oldDupe: number, keptDupe: number) {
  const both = [oldDupe, keptDupe];
  await tx
    .deleteFrom("user_votes")
    .where("id", "in", (of) =>
      of
        .selectFrom("user_votes as one")
        .innerJoin("user_votes as other", (on) =>
          on.on((row) =>
            row.or([
              row("other.user_id", "=", row.ref("one.user_id")),
              row("other.mailbox", "=", row.ref("one.mailbox")),
            ]),
          ),
        )
        .where("one.dupe_id", "in", both)
        .where("other.dupe_id", "in", both)
        .where(sql<boolean>`(other.created_at, other.id) < (one.created_at, one.id)`)
        .select("one.id"),
    )
    .execute();
  for (const table of ["user_votes", "dupe_reviews", "review_drafts"] as const)
    await tx.updateTable(table).set({ dupe_id: keptDupe }).where("dupe_id", "=", oldDupe).execute();
}
