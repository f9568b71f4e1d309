import { cleanText, truncate } from "#app/i18n/clean-text.ts";
import type { Db } from "#db/database.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { lastDecision, recordDecision, Stale } from "./log/audit.ts";
import {
  findMessage,
  listMessages,
  type ReceivedMessage,
  setMessageState,
} from "#app/domain/messages/received-messages.ts";
import { answerNotice } from "#app/domain/messages/notices.ts";
import { asOperator, type Role } from "./roles.ts";

export const pageSize = 20;
/** maximum length, in UTF-16 units, of the reasons sent to the sender of a notice */
export const maxReasons = 2000;

export type DeskMessage = Omit<ReceivedMessage, "email"> & { email: string | null };

/** Open messages first, oldest first; then the others, newest first (RULES.md 10.25). */
export async function messagesFor(db: Db, role: Role, page: number) {
  const { messages, open, total } = await listMessages(db, pageSize, (page - 1) * pageSize);
  return {
    messages: messages.map((one): DeskMessage => ({
      ...one,
      email: role === "owner" ? one.email : null,
    })),
    open,
    total,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  };
}

export interface SeenMessage {
  id: number;
  /** null skips the conflict check */
  version: number | null;
}

export interface NoticeAnswer {
  decision: "removed" | "kept";
  reason: string;
  contact: string;
}

/** A notice is answered with a decision and reasons, which are sent to its sender (RULES.md 8.3). */
export async function markAnswered(
  db: Db,
  seen: SeenMessage,
  notice: NoticeAnswer | null,
  actor: string,
  now: Date,
): Promise<{ entry: number }> {
  return change(db, seen, "answered", actor, now, async (tx, message) => {
    if (message.kind === "contact") {
      await setMessageState(tx, message.id, "answered", now);
      return { after: { state: "answered" }, reason: null };
    }
    const reason = truncate(cleanText(notice?.reason ?? ""), maxReasons);
    if (!notice || reason === "") throw new Refused("needs-decision");
    const { decision, contact } = notice;
    const answer = { id: message.id, version: message.version, decision, reason };
    const { outcome } = await answerNotice(tx, answer, contact, now);
    if (outcome !== "answered") throw new Error(`A notice that was just read is ${outcome}`);
    return { after: { state: "answered", decision }, reason };
  });
}

export async function reopen(
  db: Db,
  seen: SeenMessage,
  actor: string,
  now: Date,
): Promise<{ entry: number }> {
  return change(db, seen, "reopen", actor, now, async (tx, { id }) => {
    await setMessageState(tx, id, "open", now);
    return { after: { state: "open" }, reason: null };
  });
}

const stateBefore = { answered: "open", reopen: "answered" } as const;

async function change(
  db: Db,
  { id, version }: SeenMessage,
  action: "answered" | "reopen",
  actor: string,
  now: Date,
  work: (tx: Db, message: ReceivedMessage) => Promise<{ after: object; reason: string | null }>,
): Promise<{ entry: number }> {
  return asOperator(db, actor, async (tx) => {
    const message = await findMessage(tx, id);
    if (!message) throw new Refused("no-such-message");
    const subject = `message:${id}` as const;
    const isAsSeen = version === null || version === message.version;
    if (!isAsSeen || message.state !== stateBefore[action])
      throw new Stale(await lastDecision(tx, subject));
    const changed = await work(tx, message);
    const before = {
      state: message.state,
      ...(message.decision && { decision: message.decision }),
    };
    const decision = { actor, action, subject, before, ...changed, personId: message.user_id };
    return { entry: await recordDecision(tx, decision, now) };
  });
}
