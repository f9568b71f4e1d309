import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { barIfSuspended } from "./barred-addresses.ts";
import { deleteEmailsFrom, deleteEmailsTo } from "#app/mail/outbox.ts";

/**
 * The account's part of `eraseAccount`. Foreign keys delete reviews, sessions, messages and suggested pages, and anonymise votes and suggestions (RULES.md 9.11).
 * @param emailsAreConfirmed when false, only Google proves that the address belongs to the person
 */
export async function deleteAccount(
  db: Db,
  userId: string,
  emailsAreConfirmed: boolean,
  secrets: readonly string[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await barIfSuspended(tx, userId, secrets, new Date());
    const address = tx.selectFrom("accounts").select("email_clave").where("user_id", "=", userId);
    await deleteEmailsTo(tx, address);
    const proven = emailsAreConfirmed ? address : address.where("google_sub", "is not", null);
    await deleteEmailsFrom(tx, proven);
    // A visitor can type anybody's address, so its owner can erase these messages but not read them (data-export.ts).
    await tx
      .deleteFrom("contact_messages")
      .where("user_id", "is", null)
      .where((row) => row(row.fn("lower", ["email"]), "in", proven))
      .execute();
    // Reports stay, as their mailbox's (RULES.md 5.7), without what the person wrote.
    await tx
      .updateTable("review_reports")
      .set({ note: null })
      .where("user_id", "=", userId)
      .execute();
    await tx.deleteFrom("usuarios").where("id", "=", userId).execute();
  });
}
