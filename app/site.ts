import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "react-router";
import { closeDatabase, type Db, emptyLog, openDatabase } from "#db/connect.ts";
import { checkDatabase, createHealth } from "#db/health.ts";
import { refreshOldSummaries } from "#db/prices/summaries.ts";
import { deleteOldTokens } from "./accounts/account-tokens.ts";
import { createAvatarGate } from "./accounts/avatar-gate.ts";
import { createAvatarRenderer } from "./accounts/avatar-image.ts";
import { createAvatarStore } from "./accounts/avatar-store.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { deleteOldSessions } from "./accounts/sessions.ts";
import { deleteUnconfirmed } from "./accounts/sign-up.ts";
import { createCatalogueWatch } from "./catalog/catalogue-watch.ts";
import { createPerfumeSearch } from "./catalog/perfume-search.ts";
import { createSearchMisses, deleteOldSearchMisses } from "./catalog/search-misses.ts";
import { perfumePath } from "./catalog/slugs.ts";
import { createViewLog } from "./catalog/view-log.ts";
import { type DueAlert, queueDueAlerts } from "./community/dupe-alerts.ts";
import { writeWeeklyEmails } from "./community/weekly-pass.ts";
import { deleteOldDrafts } from "./community/drafts.ts";
import { deleteOldMessages } from "./community/messages.ts";
import type { Config } from "./config.ts";
import { formatIn } from "./i18n/format.ts";
import { defaultLanguage, isLanguage } from "./i18n/languages.ts";
import { inLanguage } from "./i18n/paths.ts";
import { recordChanges } from "./index-now/changes.ts";
import { createIndexNowWorker } from "./index-now/worker.ts";
import { createHousekeeping, onceADay } from "./jobs/housekeeping.ts";
import { retry } from "./jobs/retry.ts";
import type { Worker } from "./jobs/worker.ts";
import { clientKey, networksOf } from "./limits/client-key.ts";
import { createLimits, deleteOldLimits } from "./limits/limits.ts";
import { firstDupeEmail } from "./mail/emails.ts";
import { deleteOldEmails, type Email } from "./mail/outbox.ts";
import { deliverBySmtp, deliverToFolder } from "./mail/transport.ts";
import { createMailWorker } from "./mail/worker.ts";
import { consentKeys, purposesOf } from "./middleware/consent.ts";
import type { Services } from "./middleware/context.ts";
import { createCookies } from "./middleware/cookies.ts";
import { createVariantOf } from "./middleware/page-variant.ts";
import { createTargetOf } from "./middleware/route-targets.ts";
import { createRouter } from "./middleware/router.ts";
import { isCrossSite } from "./middleware/same-origin.ts";
import { standingsOf } from "./prices/standings.ts";
import { deleteOldPriceVotes } from "./prices/votes.ts";
import { createPicturePool } from "./seo/picture/picture-pool.ts";
import { createCachedFiles } from "./server/cached-file.ts";
import { withAllowedMethods } from "./server/allowed-methods.ts";
import { createFetch, type Fetch } from "./server/fetch.ts";
import { createPageCache } from "./server/page-cache.ts";
import { withSecurityHeaders } from "./server/security-headers.ts";
import { siteName } from "./site-name.ts";
import { createWeeklyEmailOf } from "./weekly-email.ts";

export interface Site {
  fetch: Fetch;
  db: Db;
  services: Services;
  indexNowWorker: Worker | null;
  flushViews(): Promise<void>;
  flushSearchMisses(): Promise<void>;
  /** Queues the weekly emails that are due (RULES.md 20.5). @returns how many */
  writeDigest(now: Date): Promise<number>;
  /** Checks what a site needs (RULES.md 16.3), then starts the background work. @throws Error with one line that says what is missing */
  start(): Promise<void>;
  /**
   * Stops the background work and closes the database, in this order; what hangs is left behind after 1.5 s. Pending views
   * are written, once: then they are given up.
   */
  close(): Promise<void>;
}

/** ms for the background work to stop; less than the process has for closing (app/server/shutdown.ts) */
const stopTime = 1500;

/** The composition root: creates every part of a site once and connects them. Several sites may live in one process. */
export function createSite(config: Config, build: ServerBuild): Site {
  const { db, file } = openDatabase(config.databaseUrl);
  const health = createHealth(db, file);
  const purposes = purposesOf(config);
  const pages = createPageCache(consentKeys(purposes));
  const transport = transportOf(config);
  const mailWorker = createMailWorker(db, transport.deliver);
  const { indexNow, origin } = config;
  const indexNowWorker = indexNow && createIndexNowWorker(db, { ...indexNow, origin }, perfumePath);
  const viewLog = createViewLog(db);
  const searchMisses = createSearchMisses(db);
  const search = createPerfumeSearch(db, searchMisses.record);
  const makeIndex = () => void search.warm().catch(logIndexFailure);
  async function sendDupeAlerts(db: Db, now: Date) {
    const queued = await queueDueAlerts(db, (alert) => alertEmail(origin, alert), now);
    if (queued > 0) mailWorker.runSoon();
  }
  let alerting: Promise<void> = Promise.resolve();
  const catalogueWatch = createCatalogueWatch(db, () => {
    pages.clear();
    makeIndex();
    alerting = alerting.then(() => sendDupeAlerts(db, new Date())).catch(logAlertFailure);
  });
  const stopping = new AbortController();
  const weeklyEmailOf = createWeeklyEmailOf(config);
  async function writeDigest(now: Date): Promise<number> {
    const queued = await writeWeeklyEmails(db, standingsOf, weeklyEmailOf, now, stopping.signal);
    if (queued > 0) mailWorker.runSoon();
    return queued;
  }
  const passwords = createPasswords();
  const pictures = createPicturePool();
  const services: Services = {
    avatars: {
      store: createAvatarStore(config.uploadsFolder),
      renderer: createAvatarRenderer(),
      gate: createAvatarGate(),
    },
    cookies: createCookies(config),
    files: createCachedFiles(),
    health,
    limits: createLimits(db, config.sessionSecrets[0]!),
    mailWorker,
    pages,
    passwords,
    pictures,
    search,
  };
  const housekeeping = createHousekeeping(db, [
    deleteOldPriceVotes,
    refreshOldSummaries,
    deleteOldSessions,
    deleteOldTokens,
    deleteUnconfirmed,
    deleteOldDrafts,
    deleteOldMessages,
    deleteOldSearchMisses,
    deleteOldEmails,
    deleteOldLimits,
    // For what a command changed while no site was running.
    sendDupeAlerts,
    onceADay(async function sendWeeklyEmails(_db, now) {
      await writeDigest(now);
    }),
    async function recordPerfumeChanges() {
      await recordChanges(db, indexNow !== null);
    },
    async function emptyWriteAheadLog() {
      await retry(() => emptyLog(db), 3);
      file.look();
    },
  ]);

  // Proves to search engines that the IndexNow key belongs to the site.
  const plainFiles = indexNow ? { [`/${indexNow.key}.txt`]: indexNow.key } : {};
  const fetch = createFetch({
    route: createRouter(build, config, db, services),
    pages,
    variantOf: createVariantOf(purposes, services.cookies),
    assetsFolder: build.assetsBuildDirectory,
    plainFiles,
    trustedProxyHops: config.trustedProxyHops,
    onPageView: ({ perfumeId, userId, address }) =>
      viewLog.record({ perfumeId, userId, client: clientKey(address), ...networksOf(address) }),
  });

  const isForeign = (request: Request) =>
    isCrossSite(request, config.origin, services.cookies.session.name);
  const targetOf = createTargetOf(
    build,
    (path) => path.startsWith("/assets/") || Object.hasOwn(plainFiles, path),
  );

  return {
    fetch: withSecurityHeaders(withAllowedMethods(fetch, targetOf, isForeign), config.secure),
    db,
    services,
    indexNowWorker,
    flushViews: viewLog.flush,
    flushSearchMisses: searchMisses.flush,
    writeDigest,

    async start() {
      await checkDatabase(db, file);
      await services.avatars.store.check();
      health.start();
      makeIndex();
      mailWorker.start();
      indexNowWorker?.start();
      housekeeping.start();
      catalogueWatch.start();
    },

    async close() {
      stopping.abort();
      catalogueWatch.stop();
      const stopped = Promise.allSettled([
        viewLog.close(),
        searchMisses.close(),
        housekeeping.stop(),
        alerting,
        pictures.close(),
        services.avatars.renderer.close(),
        passwords.close(),
        indexNowWorker?.stop(),
        mailWorker.stop(),
      ]);
      const ended = await Promise.race([stopped, pause(stopTime, [], { ref: false })]);
      for (const one of ended) if (one.status === "rejected") console.error(one.reason);
      transport.close();
      health.stop();
      await closeDatabase(db, file);
    },
  };
}

const logIndexFailure = (error: unknown) => console.error("The search index failed:", error);

const logAlertFailure = (error: unknown) => console.error("Alerts of dupes failed:", error);

function alertEmail(origin: string, { email, language, since, perfume }: DueAlert): Email {
  const lang = isLanguage(language) ? language : defaultLanguage;
  const link = origin + inLanguage(lang, perfumePath(perfume));
  const { marca, nombre } = perfume;
  const date = formatIn(lang).date(since);
  return firstDupeEmail(lang, { to: email, link }, { marca, nombre, date });
}

function transportOf({ smtpUrl, mailFolder, mailFrom }: Config) {
  const from = { name: siteName, address: mailFrom };
  return smtpUrl === null ? deliverToFolder(mailFolder, from) : deliverBySmtp(smtpUrl, from);
}
