import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { barIfSuspended } from "./barred-addresses.ts";
import { deleteEmailsFrom, deleteEmailsTo } from "#app/mail/outbox.ts";

/**
 * The account's part of `eraseAccount`. Foreign keys delete reviews, sessions and messages, and anonymise votes and suggestions (RULES.md 9.11).
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
    await eraseAddresses(tx, userId);
    await tx.deleteFrom("usuarios").where("id", "=", userId).execute();
  });
}

/** A suggestion stays, without the address: it can be a page of the person's own. An undo does not bring it back either. */
async function eraseAddresses(tx: Db, userId: string): Promise<void> {
  const authors = await tx
    .selectFrom("suggestion_authors")
    .select("id")
    .where("user_id", "=", userId)
    .where("dupe_suggestion_id", "is not", null)
    .execute();
  await tx
    .updateTable("sugerencias_dupes")
    .set({ fuente: null })
    .where("id", "in", (of) =>
      of
        .selectFrom("suggestion_authors")
        .select("dupe_suggestion_id")
        .where("user_id", "=", userId)
        .where("dupe_suggestion_id", "is not", null),
    )
    .execute();
  const keys = authors.map(({ id }) => JSON.stringify({ id }));
  const deleted = await tx
    .selectFrom("changed_rows")
    .select(["id", "before"])
    .where("place", "=", "sugerencias_dupes")
    .where("after", "is", null)
    .where("entry_id", "in", (of) =>
      of
        .selectFrom("changed_rows")
        .select("entry_id")
        .where("place", "=", "suggestion_authors")
        .where((row) =>
          row.or([
            row("user_id", "=", userId),
            ...(keys.length > 0 ? [row("key", "in", keys)] : []),
          ]),
        ),
    )
    .execute();
  for (const { id, before } of deleted) {
    const without = JSON.stringify({ ...JSON.parse(before!), fuente: null });
    await tx.updateTable("changed_rows").set({ before: without }).where("id", "=", id).execute();
  }
}
