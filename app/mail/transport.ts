import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Deliver, type Mailbox, makeMessage } from "./message.ts";

export interface Transport {
  deliver: Deliver;
  close(): void;
}

const patience = 10_000;
/** For a whole delivery, however slowly the server answers: less than the time a letter is ours. */
const longestDelivery = 45_000;

/**
 * Hands letters to a mail server.
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
    async deliver(letter) {
      const message = await makeMessage(letter, from);
      await server.sendMail({ ...message, signal: AbortSignal.timeout(longestDelivery) });
    },
    close: () => server.close(),
  };
}

/**
 * Puts letters into a folder, made when missing, as `<message id>.eml`: for a machine without a mail server. A file is
 * there whole or not at all.
 */
export function deliverToFolder(folder: string, from: Mailbox): Transport {
  return {
    async deliver(letter) {
      const { raw } = await makeMessage(letter, from);
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${letter.message_id}.eml`);
      await writeFile(`${path}.part`, raw, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => {},
  };
}
