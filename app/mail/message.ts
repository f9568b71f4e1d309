import { createTransport } from "nodemailer";
import { Unmakeable } from "./failures.ts";
import { address } from "./outbox.ts";
import type { Queued } from "./leases.ts";

export interface Mailbox {
  name: string;
  address: string;
}

/** An email as a deliverer gets it: what the outbox keeps of it. */
export type Outgoing = Pick<
  Queued,
  "message_id" | "recipient" | "reply_to" | "subject" | "text" | "html" | "created_at"
>;

/** Resolves when the email has been handed over; throws what `failureOf` can judge. */
export type Deliver = (email: Outgoing) => Promise<void>;

export interface Message {
  envelope: { from: string; to: string[] };
  /** RFC 5322, with CRLF */
  raw: Buffer;
}

/**
 * Puts an email into the form of mail, the same at every try: its id and its date are those it was queued with.
 * @throws Unmakeable
 */
export async function makeMessage(email: Outgoing, from: Mailbox): Promise<Message> {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  try {
    // Checked once more, because a row may come from elsewhere than queueEmail.
    const recipient = address.parse(email.recipient);
    const replyTo = email.reply_to && address.parse(email.reply_to);
    const envelope = { from: from.address, to: [recipient] };
    const maker = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await maker.sendMail({
      envelope,
      from,
      // Never as text, in which a comma would make two of one.
      to: { name: "", address: recipient },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      subject: email.subject,
      text: email.text,
      html: email.html,
      messageId: `<${email.message_id}@${domain}>`,
      date: new Date(email.created_at),
      // RFC 3834: no holiday notices in answer.
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { envelope, raw: message as Buffer };
  } catch (error) {
    throw new Unmakeable("An email cannot be made", { cause: error });
  }
}
