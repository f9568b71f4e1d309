import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Deliver, type Mailbox, makeMessage } from "./message.ts";

export interface Transport {
  deliver: Deliver;
  close(): void;
}

const patience = 10_000;
/** For a whole delivery, however slowly the server answers: less than the time an email is ours. */
const longestDelivery = 45_000;

/**
 * Hands emails to a mail server.
 * @param url smtp:// or smtps://, with name and password where the server wants them
 */
export function deliverBySmtp(url: string, from: Mailbox): Transport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      const message = await makeMessage(email, from);
      await server.sendMail({ ...message, signal: AbortSignal.timeout(longestDelivery) });
    },
    close: () => server.close(),
  };
}

/**
 * Puts emails into a folder, made when missing, as `<message id>.eml`: for a machine without a mail server. A file is
 * there whole or not at all.
 */
export function deliverToFolder(folder: string, from: Mailbox): Transport {
  return {
    async deliver(email) {
      const { raw } = await makeMessage(email, from);
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${email.message_id}.eml`);
      await writeFile(`${path}.part`, raw, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => {},
  };
}
