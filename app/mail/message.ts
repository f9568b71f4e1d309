import { createTransport } from "nodemailer";
import { Unmakeable } from "./failures.ts";
import { address } from "./outbox.ts";
import type { Queued } from "./leases.ts";

export interface Mailbox {
  name: string;
  address: string;
}

export type Outgoing = Pick<
  Queued,
  | "message_id"
  | "recipient"
  | "reply_to"
  | "subject"
  | "text"
  | "html"
  | "unsubscribe_url"
  | "created_at"
>;

/** Resolves when the email is delivered; throws what `failureOf` understands. */
export type Deliver = (email: Outgoing) => Promise<void>;

interface Message {
  envelope: { from: string; to: string[] };
  /** RFC 5322, with CRLF */
  raw: Buffer;
}

/** Writes an email as a message (RFC 5322), the same at every attempt. @throws Unmakeable */
export async function makeMessage(email: Outgoing, from: Mailbox): Promise<Message> {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  try {
    // Checked again, because not every row needs to come from queueEmail.
    const recipient = address.parse(email.recipient);
    const replyTo = email.reply_to && address.parse(email.reply_to);
    const envelope = { from: from.address, to: [recipient] };
    const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await composer.sendMail({
      envelope,
      from,
      // Not as a string, in which a comma would separate two addresses.
      to: { name: "", address: recipient },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      subject: email.subject,
      text: email.text,
      html: email.html,
      messageId: `<${email.message_id}@${domain}>`,
      date: new Date(email.created_at),
      headers: {
        // RFC 3834: no automatic replies.
        "Auto-Submitted": "auto-generated",
        ...(email.unsubscribe_url && unsubscribeHeaders(email.unsubscribe_url)),
      },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { envelope, raw: message as Buffer };
  } catch (error) {
    throw new Unmakeable("An email cannot be made", { cause: error });
  }
}

/** One click in the mail program ends these emails (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  // Prepared: an address is never encoded or folded in words.
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
