import { createTransport } from "nodemailer";
import { Unmakeable } from "./failures.ts";
import { address } from "./outbox.ts";
import type { Queued } from "./turns.ts";

export interface Mailbox {
  name: string;
  address: string;
}

/** A letter as a deliverer gets it: what the outbox keeps of it. */
export type Outgoing = Pick<
  Queued,
  "message_id" | "recipient" | "reply_to" | "subject" | "text" | "html" | "created_at"
>;

/** Resolves when the letter has been handed over; throws what `failureOf` can judge. */
export type Deliver = (letter: Outgoing) => Promise<void>;

export interface Message {
  envelope: { from: string; to: string[] };
  /** RFC 5322, with CRLF */
  raw: Buffer;
}

const maker = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/**
 * Puts a letter into the form of mail, the same at every try: its id and its date are those it was queued with.
 * @throws Unmakeable
 */
export async function makeMessage(letter: Outgoing, from: Mailbox): Promise<Message> {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  try {
    // Checked once more, because a row may come from elsewhere than queueLetter.
    const recipient = address.parse(letter.recipient);
    const replyTo = letter.reply_to && address.parse(letter.reply_to);
    const envelope = { from: from.address, to: [recipient] };
    const { message } = await maker.sendMail({
      envelope,
      from,
      // Never as text, in which a comma would make two of one.
      to: { name: "", address: recipient },
      ...(replyTo && { replyTo: { name: "", address: replyTo } }),
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      messageId: `<${letter.message_id}@${domain}>`,
      date: new Date(letter.created_at),
      // RFC 3834: no holiday notices in answer.
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { envelope, raw: message as Buffer };
  } catch (error) {
    throw new Unmakeable("A letter cannot be made", { cause: error });
  }
}
