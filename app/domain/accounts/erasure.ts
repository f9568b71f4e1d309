import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { barIfSuspended } from "./barred-addresses.ts";
import { deleteEmailsFrom, deleteEmailsTo } from "#app/mail/outbox.ts";

/**
 * The schema deletes reviews, sessions and messages, and keeps votes and suggestions without the person (RULES.md 9.11).
 * @param emailsAreConfirmed without it only Google's word shows that the address is the person's
 */
export async function deleteAccount(
  db: Db,
  userId: string,
  emailsAreConfirmed = true,
  secrets: readonly string[] = [],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await barIfSuspended(tx, userId, secrets, new Date());
    const address = tx.selectFrom("accounts").select("email_clave").where("user_id", "=", userId);
    await deleteEmailsTo(tx, address);
    const proven = emailsAreConfirmed ? address : address.where("google_sub", "is not", null);
    await deleteEmailsFrom(tx, proven);
    // Visitors may have typed any address: its owner may have it erased, but never reads it (data-export.ts).
    await tx
      .deleteFrom("contact_messages")
      .where("user_id", "is", null)
      .where((row) => row(row.fn("lower", ["email"]), "in", proven))
      .execute();
    await tx.deleteFrom("usuarios").where("id", "=", userId).execute();
  });
}
