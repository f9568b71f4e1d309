import { config } from "../config.ts";
import { createMailWorker } from "../mail/worker.ts";
import { deliverBySmtp, deliverToFolder } from "../mail/transport.ts";
import { db } from "./database.ts";

const from = { name: "Sosia", address: config.mailFrom };

const transport =
  config.smtpUrl === null
    ? deliverToFolder(config.mailFolder, from)
    : deliverBySmtp(config.smtpUrl, from);

/** The process's one sender of emails. */
export const sender = createMailWorker(db, transport.deliver);
