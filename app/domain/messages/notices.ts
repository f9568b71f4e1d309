import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Language } from "#app/i18n/languages.ts";
import { queueEmail } from "#app/mail/outbox.ts";
import { noticeDecisionEmail, noticeEmail, noticeReceivedEmail } from "./message-emails.ts";
import { storeForm } from "./received-messages.ts";

/** code points (RULES.md 8.2) */
export const maxNotice = 4000;

interface NewNotice {
  name: string;
  email: string;
  url: string;
  message: string;
  /** language of the answer to the sender */
  language: Language;
  /** null for a visitor */
  userId: string | null;
}

/** @param operators recipient address (RULES.md 8.2); null: the notice waits at the desk only @param withReceipt also emails the sender @returns "duplicate" when the form was sent twice */
export async function receiveNotice(
  db: Db,
  { name, email, url, message, language, userId }: NewNotice,
  { operators, withReceipt }: { operators: string | null; withReceipt: boolean },
  now: Date,
): Promise<"received" | "duplicate"> {
  return inTransaction(db, async (tx) => {
    const form = { kind: "notice", name, email, url, message } as const;
    const id = await storeForm(tx, form, { userId, language, privacy_accepted: 0 }, now);
    if (id === null) return "duplicate";
    if (operators !== null)
      await queueEmail(tx, noticeEmail(operators, id, { name, email, url, message }), now);
    if (withReceipt) await queueEmail(tx, noticeReceivedEmail(email, id, language, now), now);
    return "received";
  });
}

interface NoticeDecision {
  decision: "removed" | "kept";
  /** validated text for the sender */
  reason: string;
}

type AnswerOutcome =
  | { outcome: "answered"; version: number; before: "open" | "answered" }
  /** somebody else has answered since */
  | { outcome: "stale"; version: number; decision: "removed" | "kept" | null }
  | { outcome: "no-such-notice" };

/**
 * Another decision sends another email (RULES.md 8.3).
 * @param version the one the operator saw @param contact the operators' address, named in the email
 */
export async function answerNotice(
  db: Db,
  { id, version, decision, reason }: NoticeDecision & { id: number; version: number },
  contact: string,
  now: Date,
): Promise<AnswerOutcome> {
  return inTransaction(db, async (tx) => {
    const notice = await tx
      .selectFrom("contact_messages")
      .select(["email", "url", "language", "created_at", "state", "version", "decision"])
      .where("id", "=", id)
      .where("kind", "=", "notice")
      .executeTakeFirst();
    if (!notice) return { outcome: "no-such-notice" };
    if (notice.version !== version)
      return { outcome: "stale", version: notice.version, decision: notice.decision };
    await tx
      .updateTable("contact_messages")
      .set({
        state: "answered",
        version: version + 1,
        decision,
        decision_reason: reason,
        answered_at: now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    const answered = {
      reference: id,
      email: notice.email,
      url: notice.url!,
      language: notice.language,
      receivedAt: notice.created_at,
      decision,
      reason,
    };
    await queueEmail(tx, noticeDecisionEmail(answered, contact), now);
    return { outcome: "answered", version: version + 1, before: notice.state };
  });
}
