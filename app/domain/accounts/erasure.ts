import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { barIfSuspended } from "./barred-addresses.ts";
import { deleteEmailsFrom, deleteEmailsTo } from "#app/mail/outbox.ts";

/**
 * Deletes a user (RULES.md 9.3), with the emails to them and the contact messages that name their address. The schema
 * deletes their reviews, sessions and messages, and keeps votes and suggestions without the user.
 * @param emailsAreConfirmed false where no emails are sent and accounts are active unconfirmed: then only Google's word
 * shows that the address is the user's, and that what others wrote with it may go
 * @param secrets of the site: the address of who is suspended stays barred as a keyed hash (RULES.md 27.4)
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
    // Of visitors, who may have typed any address: erased on its owner's wish, but never handed out (data-export.ts).
    await tx
      .deleteFrom("contact_messages")
      .where("user_id", "is", null)
      .where((row) => row(row.fn("lower", ["email"]), "in", proven))
      .execute();
    await tx.deleteFrom("usuarios").where("id", "=", userId).execute();
  });
}
