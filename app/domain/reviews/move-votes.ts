import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import type { Ballots } from "./due-voices.ts";

/** Keeps the older of two votes or verdicts of one person or mailbox (RULES.md 1.9); of one own mail domain, the others wait (5.8). */
export async function moveVotesAndReviews(
  tx: Db,
  oldDupe: number,
  keptDupe: number,
  at: string,
): Promise<void> {
  for (const table of ["user_votes", "verdicts"] as const)
    await deleteNewer(tx, table, [oldDupe, keptDupe]);
  for (const table of ["user_votes", "verdicts", "dupe_reviews", "review_drafts"] as const)
    await tx.updateTable(table).set({ dupe_id: keptDupe }).where("dupe_id", "=", oldDupe).execute();
  for (const table of ["user_votes", "verdicts"] as const)
    await letDomainsWait(tx, table, keptDupe, at);
}

async function letDomainsWait(tx: Db, table: Ballots, dupeId: number, at: string): Promise<void> {
  await sql`update ${sql.table(table)} as one set counts_from = ${at}, counted_at = null,
      state = case when state = 'counted' then 'waiting' else state end
    where dupe_id = ${dupeId} and counted_at is not null and exists (
      select 1 from ${sql.table(table)} as other
      where other.dupe_id = one.dupe_id and other.mail_domain = one.mail_domain
        and other.counted_at is not null and (other.created_at, other.id) < (one.created_at, one.id))`.execute(
    tx,
  );
}

async function deleteNewer(tx: Db, table: Ballots, both: number[]): Promise<void> {
  await tx
    .deleteFrom(table)
    .where("id", "in", (of) =>
      of
        .selectFrom(`${table} as one` as "user_votes as one")
        .innerJoin(`${table} as other` as "user_votes as other", (on) =>
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
}
