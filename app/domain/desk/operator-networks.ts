import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { warningEmail } from "./operator-emails.ts";
import { roleOf } from "./operators.ts";
import { queueEmail } from "#app/mail/outbox.ts";

/** ms without a sign-in after which a network counts as new again */
const forgotten = 180 * 24 * 60 * 60 * 1000;

/** Emails an operator about a sign-in from a new network (RULES.md 10.20), in the language of their previous sign-in. */
export async function noteNetwork(
  db: Db,
  userId: string,
  { networkHash, language, origin }: { networkHash: string; language: string; origin: string },
  now: Date,
): Promise<boolean> {
  if ((await roleOf(db, userId)) === null) return false;
  return inTransaction(db, async (tx) => {
    const last = await tx
      .selectFrom("operator_networks")
      .select("language")
      .where("user_id", "=", userId)
      .orderBy("seen_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const known = await tx
      .selectFrom("operator_networks")
      .select("network_hash")
      .where("user_id", "=", userId)
      .where("network_hash", "=", networkHash)
      .executeTakeFirst();
    const seen = { language, seen_at: now.toISOString() };
    await tx
      .insertInto("operator_networks")
      .values({ user_id: userId, network_hash: networkHash, ...seen })
      .onConflict((one) => one.columns(["user_id", "network_hash"]).doUpdateSet(seen))
      .execute();
    const account = await tx
      .selectFrom("accounts")
      .select("email")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (known || !account) return false;
    const operator = { email: account.email, language: last?.language ?? language };
    await queueEmail(tx, warningEmail(origin, operator, "newNetwork", now), now);
    return true;
  });
}

/** Deletes networks unused for 180 days, and those of former operators. */
export async function deleteOldNetworks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("operator_networks")
    .where((row) =>
      row.or([
        row("seen_at", "<", new Date(now.getTime() - forgotten).toISOString()),
        row("user_id", "not in", row.selectFrom("operators").select("operators.user_id")),
      ]),
    )
    .execute();
}
