import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "react-router";
import type { Db, Peers } from "#db/database.ts";
import { openDatabase } from "#db/open/open.ts";
import { foldNewViews } from "#app/domain/views/new-views.ts";
import { deleteOldRemovals } from "#app/domain/reviews/removals.ts";
import { deleteOverSuspensions } from "#app/domain/accounts/suspensions.ts";
import { deleteOldChangedRows } from "#app/domain/desk/undo/stored.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { refreshOldSummaries } from "#app/domain/prices/summaries.ts";
import { deleteOldTokens } from "#app/domain/accounts/account-tokens.ts";
import { createAvatarGate } from "#app/uploads/render-gate.ts";
import { createAvatarRenderer } from "#app/uploads/picture-renderer.ts";
import { createAvatarStore } from "#app/domain/accounts/avatar-store.ts";
import { deleteOldAvatars } from "#app/domain/accounts/avatars.ts";
import { createPasswords } from "#app/domain/accounts/passwords.ts";
import { deleteOldNetworks } from "#app/domain/desk/operator-networks.ts";
import { deleteOldKeptForms } from "#app/domain/accounts/recent-sign-in.ts";
import { deleteOldSecondSteps } from "#app/domain/accounts/second-step.ts";
import { deleteOldSessions } from "#app/domain/accounts/sessions.ts";
import { deleteUnconfirmed } from "#app/domain/accounts/registration.ts";
import { createCatalogueWatch } from "#app/domain/catalog/catalog-watch.ts";
import { createPerfumeSearch, type PerfumeSearch } from "#app/domain/search/perfume-search.ts";
import { createSearchMisses, deleteOldSearchMisses } from "#app/domain/search/search-misses.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { deleteOldImportedLogs } from "#app/domain/views/log-import/imported-logs.ts";
import { createViewLog } from "#app/domain/views/view-log.ts";
import { queueDueAlerts } from "#app/domain/shelf/dupe-alerts.ts";
import { writeWeeklyEmails } from "#app/domain/shelf/weekly-pass.ts";
import { deleteOldDrafts } from "#app/domain/reviews/drafts.ts";
import { deleteOldMessages } from "#app/domain/messages/contact-messages.ts";
import { deleteOldReports } from "#app/domain/reviews/review-decisions.ts";
import type { Config } from "#app/config.ts";
import { writeDeskDigest } from "#app/domain/desk/digest.ts";
import { createPhotoStore } from "#app/domain/catalog/photo-store.ts";
import { deleteOldPhotos } from "#app/domain/desk/catalog/photos.ts";
import { queueDueStatements } from "#app/domain/desk/statements.ts";
import { queueDueThanks } from "#app/domain/suggestions/thanks.ts";
import { recordChanges } from "#app/index-now/changes.ts";
import { createIndexNowWorker } from "#app/index-now/index-now-worker.ts";
import { createHousekeeping, onceADay } from "#app/jobs/housekeeping.ts";
import { retry } from "#app/jobs/retry.ts";
import type { Worker } from "#app/jobs/worker.ts";
import { clientKey } from "#app/limits/client-key.ts";
import { createLimits, deleteOldLimits } from "#app/limits/limits.ts";
import { deleteOldEmails } from "#app/mail/outbox.ts";
import { deliverBySmtp, deliverToFolder } from "#app/mail/transport.ts";
import { createMailWorker } from "#app/mail/mail-worker.ts";
import { createMetrics, type Metrics } from "#app/metrics/metrics.ts";
import { queueLengths } from "#app/domain/desk/queue/queue-lengths.ts";
import { consentKeys, purposesOf } from "#app/http/middleware/consent.ts";
import type { Services } from "#app/http/middleware/context.ts";
import { createCookies } from "#app/http/middleware/cookies.ts";
import { createRouter } from "./router.ts";
import { deleteOldPriceVotes } from "#app/domain/prices/gone-votes.ts";
import { createPicturePool } from "#app/ui/link-picture/picture-pool.ts";
import { createCachedFiles } from "#app/http/cached-file.ts";
import { createPipeline } from "./pipeline.ts";
import { createPageCache, type PageCache } from "#app/http/page-cache.ts";
import type { Fetch } from "#app/http/visit.ts";
import { siteName } from "#app/i18n/site-name.ts";
import { openFileStore } from "#app/uploads/open-store.ts";

export interface Site {
  fetch: Fetch;
  db: Db;
  services: Services;
  indexNowWorker: Worker | null;
  flushViews(): Promise<void>;
  flushSearchMisses(): Promise<void>;
  /** Queues the weekly emails that are due (RULES.md 20.5). @returns how many */
  writeDigest(now: Date): Promise<number>;
  /**
   * Queues the emails that tell operators that something waits, if today's are due (RULES.md 28.7).
   * @returns how many; null when they are queued already
   */
  writeDeskDigest(now: Date): Promise<number | null>;
  /** Checks what a site needs (RULES.md 16.3), then starts the background work. @throws Error with one line that says what is missing */
  start(): Promise<void>;
  /**
   * Stops the background work and closes the database, in this order; what hangs is left behind after 1.5 s. Pending views
   * are written, once: then they are given up.
   */
  close(): Promise<void>;
}

/** ms for the background work to stop; less than the process has for closing (app/http/shutdown.ts) */
const stopTime = 1500;

/** The composition root: creates every part of a site once and connects them. Several sites may live in one process. */
export function createSite(config: Config, build: ServerBuild): Site {
  const metrics = config.metricsToken === null ? null : createMetrics();
  const database = openDatabase(config.databaseUrl, {
    bounded: true,
    connections: config.databasePool,
    directUrl: config.databaseDirectUrl,
    onStatement: metrics?.executed,
  });
  const { db, health, peers } = database;
  const purposes = purposesOf(config);
  const pages = sharedPages(createPageCache(consentKeys(purposes)), peers);
  const transport = transportOf(config);
  const mailWorker = createMailWorker(db, transport.deliver);
  const { indexNow, origin } = config;
  const indexNowWorker = indexNow && createIndexNowWorker(db, { ...indexNow, origin }, perfumePath);
  const viewLog = createViewLog(db, config.viewLog);
  const searchMisses = createSearchMisses(db);
  const search = timed(
    createPerfumeSearch(db, searchMisses.record, (make) =>
      // Of several processes on one machine each makes its index when no other does.
      peers.withLock(`index on ${hostname()}`, make),
    ),
    metrics,
  );
  const makeIndex = () => void search.warm().catch(logIndexFailure);
  async function sendDupeAlerts(db: Db, now: Date) {
    if ((await queueDueAlerts(db, origin, now)) > 0) mailWorker.runSoon();
  }
  async function sendThanks(db: Db, now: Date) {
    if ((await queueDueThanks(db, origin, now)) > 0) mailWorker.runSoon();
  }
  async function sendStatements(db: Db, now: Date) {
    if ((await queueDueStatements(db, origin, now)) > 0) mailWorker.runSoon();
  }
  const telling = [
    logged("Alerts of dupes failed:", sendDupeAlerts),
    logged("Thanks failed:", sendThanks),
    logged("Telling people what was decided failed:", sendStatements),
  ];
  let alerting: Promise<void> = Promise.resolve();
  const catalogueWatch = createCatalogueWatch(db, () => {
    pages.clear();
    makeIndex();
    for (const tell of telling)
      alerting = alerting.then(() => peers.withLock("telling", () => tell(db, new Date())));
  });
  peers.subscribe("catalog", () => void catalogueWatch.look());
  peers.onMissed(() => void catalogueWatch.look());
  const stopping = new AbortController();
  async function writeDigest(now: Date): Promise<number> {
    const queued = await writeWeeklyEmails(db, config, now, stopping.signal);
    if (queued > 0) mailWorker.runSoon();
    return queued;
  }
  async function tellOperators(now: Date): Promise<number | null> {
    const queued = await writeDeskDigest(db, origin, now);
    if (queued) mailWorker.runSoon();
    return queued;
  }
  const passwords = createPasswords();
  // Also where uploads wait that come in, wherever pictures are kept.
  const folder = openFileStore(config.uploadsFolder);
  const files = config.uploadsStore === null ? folder : openFileStore(config.uploadsStore);
  const avatars = createAvatarStore(files);
  const photos = createPhotoStore(files);
  const pictures = createPicturePool();
  const services: Services = {
    avatars: {
      store: avatars,
      renderer: createAvatarRenderer(),
      gate: createAvatarGate(),
    },
    cookies: createCookies(config),
    files: createCachedFiles(),
    health,
    limits: createLimits(db, config.sessionSecrets[0]!, metrics?.limited),
    mailWorker,
    metrics,
    pages,
    passwords,
    photos,
    pictures,
    search,
    onFound: (address, perfumeIds) => viewLog.found(clientKey(address), perfumeIds),
  };
  const housekeeping = createHousekeeping(db, peers, [
    async function foldViews() {
      await foldNewViews(db, stopping.signal);
    },
    deleteOldPriceVotes,
    refreshOldSummaries,
    deleteOldSessions,
    deleteOldTokens,
    async function deleteUnconfirmedAccounts(_db, now) {
      await deleteUnconfirmed(db, now, config.sessionSecrets);
    },
    deleteOverSuspensions,
    deleteOldRemovals,
    deleteOldKeptForms,
    deleteOldSecondSteps,
    deleteOldNetworks,
    deleteOldDrafts,
    deleteOldMessages,
    deleteOldReports,
    deleteOldSearchMisses,
    deleteOldImportedLogs,
    deleteOldChangedRows,
    async function deleteUnusedPhotos(db, now) {
      await deleteOldPhotos(db, photos, now);
    },
    onceADay(async function deleteUnusedAvatars(db, now) {
      await deleteOldAvatars(db, avatars, now);
    }),
    deleteOldEmails,
    deleteOldLimits,
    // For what a command changed while no site was running.
    sendDupeAlerts,
    sendThanks,
    sendStatements,
    onceADay(async function sendWeeklyEmails(_db, now) {
      await writeDigest(now);
    }),
    async function sendDeskDigest(_db, now) {
      if (config.deskDigest) await tellOperators(now);
    },
    async function recordPerfumeChanges() {
      await recordChanges(db, indexNow !== null);
    },
    async function keepDatabase() {
      await retry(() => database.keepHouse(), 3);
    },
  ]);

  const fetch = createPipeline({
    config,
    build,
    render: createRouter(build, config, db, services),
    services,
    viewLog,
    scrape: () =>
      metrics!.scrape({
        pages: pages.figures,
        queues: () => queueLengths(db),
        sizes: () => database.sizes(),
      }),
  });

  return {
    fetch,
    db,
    services,
    indexNowWorker,
    flushViews: viewLog.flush,
    flushSearchMisses: searchMisses.flush,
    writeDigest,
    writeDeskDigest: tellOperators,

    async start() {
      await database.check();
      for (const store of new Set([folder, files])) {
        const warning = await store.check();
        if (warning !== null) console.warn(warning);
      }
      peers.start();
      health.start();
      metrics?.start();
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
        peers.stop(),
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
      metrics?.stop();
      await database.close();
    },
  };
}

/** The same page cache; what is dropped in one process is dropped in all, and all when that may not have been heard. */
function sharedPages(pages: PageCache, peers: Peers): PageCache {
  peers.subscribe("page", (path) => pages.drop(path));
  peers.onMissed(() => pages.clear());
  return {
    ...pages,
    drop(path) {
      pages.drop(path);
      peers.publish("page", path);
    },
  };
}

/** The same search, its time in the metrics where there are any. */
function timed(search: PerfumeSearch, metrics: Metrics | null): PerfumeSearch {
  if (!metrics) return search;
  return {
    ...search,
    async find(...query) {
      const began = performance.now();
      try {
        return await search.find(...query);
      } finally {
        metrics.searched(performance.now() - began);
      }
    },
  };
}

const logIndexFailure = (error: unknown) => console.error("The search index failed:", error);

/** The same work, whose failure is logged and stops nothing: it is done with the next change, or within the hour. */
function logged(what: string, work: (db: Db, now: Date) => Promise<void>): typeof work {
  const failures = createFailureLog(what);
  return (db, now) => work(db, now).then(failures.worked, failures.failed);
}

function transportOf({ smtpUrl, mailFolder, mailFrom }: Config) {
  const from = { name: siteName, address: mailFrom };
  return smtpUrl === null ? deliverToFolder(mailFolder, from) : deliverBySmtp(smtpUrl, from);
}
