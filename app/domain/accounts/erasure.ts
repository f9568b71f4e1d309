import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { barIfSuspended } from "./barred-addresses.ts";
import { deleteEmailsFrom, deleteEmailsTo } from "#app/mail/outbox.ts";

/**
 * Goes with the emails to the person (RULES.md 9.3). The schema deletes their reviews, sessions and messages, and keeps votes
 * and suggestions without them.
 * @param emailsAreConfirmed false where no emails are sent: then only Google's word shows that the address is the person's
 * @param secrets of the site, one of which bars the address of a suspended person (RULES.md 27.4)
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
