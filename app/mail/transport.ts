import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { makeFolder, requireWritable } from "#db/files.ts";
import type { Failure } from "#app/jobs/outcome.ts";
import { type Mailbox, makeMessage, type Outgoing, Unmakeable } from "./message.ts";

export type Deliver = (email: Outgoing) => Promise<void>;

export interface Transport {
  deliver: Deliver;
  /** @throws Error with one line that says what is missing */
  check?(): Promise<void>;
  close(): void;
}

const stepTimeoutMs = 10_000;
// Shorter than the worker's lease (app/jobs/worker.ts).
const deliveryTimeoutMs = 45_000;

/** @param url smtp:// or smtps://, with name and password if the server needs them */
export function deliverBySmtp(url: string, from: Mailbox): Transport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      const message = await makeMessage(email, from);
      await server.sendMail({ ...message, signal: AbortSignal.timeout(deliveryTimeoutMs) });
    },
    close: () => server.close(),
  };
}

/** Writes `{message id}.eml` atomically. */
export function deliverToFolder(folder: string, from: Mailbox): Transport {
  return {
    async deliver(email) {
      const { raw } = await makeMessage(email, from);
      await makeFolder(folder);
      const path = join(folder, `${email.message_id}.eml`);
      await writeFile(`${path}.part`, raw, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    check: () => requireWritable(folder, "email folder"),
    close: () => {},
  };
}

// Replies to MAIL FROM and AUTH concern our configuration, not the email.
const emailCommands = new Set(["RCPT TO", "DATA"]);

// RFC 5321 §4.2.1: 5yz is permanent; but 503 concerns the session's state, and 530 asks for a password.
const isPermanent = (reply: number) =>
  reply >= 500 && reply < 600 && reply !== 503 && reply !== 530;

/** Codes only, because servers' texts often quote the address (RULES.md 14.5). */
export function failureOf(error: unknown): Failure {
  const { code, originalCode, command, responseCode, response } = (error ?? {}) as Partial<
    Record<string, unknown>
  >;
  const reply = typeof responseCode === "number" ? responseCode : 0;
  const refused = emailCommands.has(String(command)) && isPermanent(reply);
  // RFC 3463, e.g. 5.1.1
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  const words = [code, originalCode, command, reply || null, detail].filter(
    (word) => typeof word === "number" || (typeof word === "string" && /^[\w .]{1,40}$/.test(word)),
  );
  const reason =
    words.length > 0 ? words.join(" ") : error instanceof Error ? error.name : "unknown";
  return { permanent: error instanceof Unmakeable || refused, reason };
}
