import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";

/** Suspends a person: every session, link of an email and half sign-in ends at once (RULES.md 27.2). @param until ISO 8601, null for good */
export async function addSuspension(
  tx: Db,
  userId: string,
  { since, until, entry }: { since: string; until: string | null; entry: number },
): Promise<void> {
  const values = { since, until, entry };
  await tx
    .insertInto("suspensions")
    .values({ user_id: userId, ...values })
    // One that was over.
    .onConflict((known) => known.column("user_id").doUpdateSet(values))
    .execute();
  for (const table of ["sessions", "second_steps", "kept_forms", "account_tokens"] as const)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** Ends a suspension. What was begun while it lasted ends with it. */
export async function removeSuspension(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("suspensions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** Forgets suspensions and barred addresses whose days are over. */
export async function deleteOverSuspensions(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await inTransaction(db, async (tx) => {
    // One that was begun just as it was suspended (app/domain/accounts/sessions.ts).
    await tx
      .deleteFrom("sessions")
      .where((row) =>
        row.exists(
          row
            .selectFrom("suspensions")
            .select("entry")
            .whereRef("suspensions.user_id", "=", "sessions.user_id")
            .whereRef("until", ">", "sessions.created_at")
            .where("until", "<=", at),
        ),
      )
      .execute();
    await tx.deleteFrom("suspensions").where("until", "<=", at).execute();
    await tx.deleteFrom("barred_addresses").where("until", "<=", at).execute();
  });
}
