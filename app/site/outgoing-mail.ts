import type { Db } from "#db/database.ts";
import type { Config } from "#app/config.ts";
import { writeDeskDigest } from "#app/domain/desk/operator-emails.ts";
import { queueDueStatements } from "#app/domain/desk/statements.ts";
import { queueDueAlerts } from "#app/domain/shelf/dupe-alerts.ts";
import { writeWeeklyEmails } from "#app/domain/shelf/queue-weekly-emails.ts";
import { queueDueThanks } from "#app/domain/suggestions/thanks.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { createMailWorker } from "#app/mail/mail-worker.ts";
import { deliverBySmtp, deliverToFolder } from "#app/mail/transport.ts";

export type OutgoingMail = ReturnType<typeof createOutgoingMail>;

/** The worker that sends queued emails, and functions that queue scheduled ones; each returns how many. */
export function createOutgoingMail(db: Db, config: Config, stopping: AbortSignal) {
  const { origin } = config;
  const transport = transportOf(config);
  const worker = createMailWorker(db, transport.deliver);

  async function soon<Queued extends number | null>(queuing: Promise<Queued>): Promise<Queued> {
    const queued = await queuing;
    if (queued) worker.runSoon();
    return queued;
  }

  return {
    worker,
    check: async () => transport.check?.(),
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      transport.close();
    },
    queueDupeAlerts: (now: Date) => soon(queueDueAlerts(db, origin, now)),
    queueThanks: (now: Date) => soon(queueDueThanks(db, origin, now)),
    queueStatements: (now: Date) => soon(queueDueStatements(db, origin, now)),
    queueWeekly: (now: Date) => soon(writeWeeklyEmails(db, config, now, stopping)),
    /** null when today's are already queued */
    queueDeskDigest: (now: Date) => soon(writeDeskDigest(db, origin, now)),
  };
}

function transportOf({ smtpUrl, mailFolder, mailFrom }: Config) {
  const from = { name: siteName, address: mailFrom };
  return smtpUrl === null ? deliverToFolder(mailFolder, from) : deliverBySmtp(smtpUrl, from);
}
