import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Deliver, type Mailbox, makeMessage } from "./message.ts";

export interface Transport {
  deliver: Deliver;
  close(): void;
}

/** ms for each step of the protocol */
const timeout = 10_000;
/** ms for a whole delivery, less than the worker's lease (app/jobs/worker.ts) */
const deliveryTimeout = 45_000;

/** Delivers emails to a mail server. @param url smtp:// or smtps://, with name and password if the server needs them */
export function deliverBySmtp(url: string, from: Mailbox): Transport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      const message = await makeMessage(email, from);
      await server.sendMail({ ...message, signal: AbortSignal.timeout(deliveryTimeout) });
    },
    close: () => server.close(),
  };
}

/** Writes emails as `{message id}.eml` into a folder, created when missing. Files appear whole or not at all. */
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
