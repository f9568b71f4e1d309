import type { Selectable } from "kysely";
import { createTransport } from "nodemailer";
import type { Schema } from "#db/schema.ts";
import { address } from "./outbox.ts";

export interface Mailbox {
  name: string;
  address: string;
}

export type Outgoing = Pick<
  Selectable<Schema["outbox"]>,
  | "message_id"
  | "recipient"
  | "reply_to"
  | "subject"
  | "text"
  | "html"
  | "unsubscribe_url"
  | "created_at"
>;

export class Unmakeable extends Error {
  readonly code = "EUNMAKEABLE";
}

/** Identical in every attempt (RFC 5322). @throws Unmakeable */
export async function makeMessage(email: Outgoing, from: Mailbox) {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  try {
    // The row may have been edited in the database.
    const recipient = address.parse(email.recipient);
    const replyTo = email.reply_to && address.parse(email.reply_to);
    const envelope = { from: from.address, to: [recipient] };
    const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await composer.sendMail({
      envelope,
      from,
      // In a string, a comma would separate two addresses.
      to: { name: "", address: recipient },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      subject: email.subject,
      text: email.text,
      html: email.html,
      messageId: `<${email.message_id}@${domain}>`,
      date: new Date(email.created_at),
      headers: {
        // RFC 3834: suppresses automatic replies.
        "Auto-Submitted": "auto-generated",
        ...(email.unsubscribe_url && unsubscribeHeaders(email.unsubscribe_url)),
      },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { envelope, raw: message as Buffer };
  } catch (error) {
    throw new Unmakeable("The email cannot be formatted", { cause: error });
  }
}

// One click in the mail program unsubscribes (RFC 8058).
const unsubscribeHeaders = (url: string) => ({
  // Prepared, because nodemailer would encode or fold the address.
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
