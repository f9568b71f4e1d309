import type { Database } from "#db/database.ts";
import type { Config } from "#app/config.ts";
import { deleteOldTokens } from "#app/domain/accounts/link-tokens.ts";
import { deleteOldAvatars } from "#app/domain/accounts/avatars.ts";
import { deleteUnconfirmed } from "#app/domain/accounts/registration.ts";
import { deleteOldSecondSteps } from "#app/domain/accounts/second-step.ts";
import { deleteOldKeptForms, deleteOldSessions } from "#app/domain/accounts/session-lifetime.ts";
import { deleteOverSuspensions } from "#app/domain/accounts/suspensions.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { countDueVoices } from "#app/domain/desk/count-due-voices.ts";
import { deleteOldPhotos } from "#app/domain/desk/catalog/photos.ts";
import { deleteOldNetworks } from "#app/domain/desk/operator-emails.ts";
import { deleteOldChangedRows } from "#app/domain/desk/undo/changed-rows.ts";
import { deleteOldMessages } from "#app/domain/messages/contact-messages.ts";
import { deleteOldGoneWords } from "#app/domain/prices/gone.ts";
import { refreshOldSummaries } from "#app/domain/prices/refresh-summaries.ts";
import { deleteAbandonedTests } from "#app/domain/reviews/blind-tests.ts";
import { deleteOldDrafts } from "#app/domain/reviews/drafts.ts";
import { deleteOldLooks } from "#app/domain/reviews/looked-at.ts";
import { silenceSuspended } from "#app/domain/reviews/silence.ts";
import { deleteOldVoiceNetworks } from "#app/domain/voices/waits.ts";
import { deleteOldReports } from "#app/domain/reviews/review-decisions.ts";
import { deleteOldSearchMisses } from "#app/domain/search/search-misses.ts";
import { deleteOldSuggestionNetworks } from "#app/domain/suggestions/suggestion-authors.ts";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import type { Services } from "#app/http/middleware/context.ts";
import { recordChanges } from "#app/index-now/changes.ts";
import { type Chore, onceADay } from "#app/jobs/housekeeping.ts";
import { retry } from "#app/jobs/worker.ts";
import { deleteOldLimits } from "#app/limits/limits.ts";
import { deleteOldEmails } from "#app/mail/outbox.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

interface Tools {
  config: Config;
  database: Database;
  mail: OutgoingMail;
  services: Pick<Services, "avatars" | "pages" | "photos">;
  dump: { isWriting(): boolean };
  /** aborts when the site closes */
  stopping: AbortSignal;
}

/** The hourly chores, in this order; a failure is logged under the function's name. */
export function listChores({ config, database, mail, services, dump, stopping }: Tools): Chore[] {
  return [
    async function foldViews(db) {
      await foldNewViews(db, stopping);
    },
    async function countVoices(db, now) {
      for (const bottle of await countDueVoices(db, now)) services.pages.drop(perfumePath(bottle));
    },
    async function silenceVerdicts(db, now) {
      for (const bottle of await silenceSuspended(db, now))
        services.pages.drop(perfumePath(bottle));
    },
    deleteOldVoiceNetworks,
    deleteOldSuggestionNetworks,
    deleteOldGoneWords,
    refreshOldSummaries,
    deleteOldSessions,
    deleteOldTokens,
    async function deleteUnconfirmedAccounts(db, now) {
      await deleteUnconfirmed(db, now, config.sessionSecrets);
    },
    deleteOverSuspensions,
    deleteOldLooks,
    deleteOldKeptForms,
    deleteOldSecondSteps,
    deleteOldNetworks,
    deleteOldDrafts,
    deleteOldMessages,
    deleteOldReports,
    deleteAbandonedTests,
    deleteOldSearchMisses,
    deleteOldChangedRows,
    async function deleteUnusedPhotos(db, now) {
      await deleteOldPhotos(db, services.photos, now);
    },
    onceADay(async function deleteUnusedAvatars(db, now) {
      await deleteOldAvatars(db, services.avatars.store, now);
    }),
    deleteOldEmails,
    deleteOldLimits,
    // Covers changes that a command made while no site was running.
    async function sendDupeAlerts(_db, now) {
      await mail.queueDupeAlerts(now);
    },
    async function sendThanks(_db, now) {
      await mail.queueThanks(now);
    },
    async function sendStatements(_db, now) {
      await mail.queueStatements(now);
    },
    onceADay(async function sendWeeklyEmails(_db, now) {
      await mail.queueWeekly(now);
    }),
    async function sendDeskDigest(_db, now) {
      if (config.deskDigest) await mail.queueDeskDigest(now);
    },
    async function recordPerfumeChanges(db) {
      await recordChanges(db, config.indexNow !== null);
    },
    async function keepDatabase() {
      // A dump reads one state of SQLite's file, which then keeps its log: until the dump ends.
      if (!dump.isWriting()) await retry(() => database.keepHouse(), 3);
    },
  ];
}
