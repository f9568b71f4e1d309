import type { ServerBuild } from "react-router";
import { connect, type Db } from "#db/connect.ts";
import { isMigrated } from "#db/migrate.ts";
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
import { deleteOldDrafts } from "./community/drafts.ts";
import { deleteOldMessages } from "./community/messages.ts";
import type { Config } from "./config.ts";
import { recordChanges } from "./index-now/changes.ts";
import { createIndexNowWorker } from "./index-now/worker.ts";
import { createHousekeeping } from "./jobs/housekeeping.ts";
import type { Worker } from "./jobs/worker.ts";
import { createLimits, deleteOldLimits } from "./limits/limits.ts";
import { deleteSentEmails } from "./mail/outbox.ts";
import { deliverBySmtp, deliverToFolder } from "./mail/transport.ts";
import { createMailWorker } from "./mail/worker.ts";
import { consentKeys, purposesOf } from "./middleware/consent.ts";
import type { Services } from "./middleware/context.ts";
import { createCookies } from "./middleware/cookies.ts";
import { createVariantOf } from "./middleware/page-variant.ts";
import { createRouter } from "./middleware/router.ts";
import { createPicturePool } from "./seo/picture/picture-pool.ts";
import { createCachedFiles } from "./server/cached-file.ts";
import { createFetch } from "./server/fetch.ts";
import { createPageCache } from "./server/page-cache.ts";
import { siteName } from "./site-name.ts";

export interface Site {
  /** Answers a request. @param client the network address of the connection, when there is one */
  fetch: (request: Request, client?: { address: string }) => Promise<Response>;
  db: Db;
  services: Services;
  indexNowWorker: Worker | null;
  flushViews(): Promise<void>;
  flushSearchMisses(): Promise<void>;
  /** Starts the background work. @throws Error with one line that says what to do, when the schema is old */
  start(): Promise<void>;
  /** Stops the background work and closes the database, in this order. Pending views are written. */
  close(): Promise<void>;
}

/** The composition root: creates every part of a site once and connects them. Several sites may live in one process. */
export function createSite(config: Config, build: ServerBuild): Site {
  const db = connect(config.databaseUrl);
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
  const catalogueWatch = createCatalogueWatch(db, () => {
    pages.clear();
    makeIndex();
  });
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
    limits: createLimits(db, config.sessionSecrets[0]!),
    mailWorker,
    pages,
    passwords,
    pictures,
    search,
  };
  const housekeeping = createHousekeeping(db, [
    deleteOldSessions,
    deleteOldTokens,
    deleteUnconfirmed,
    deleteOldDrafts,
    deleteOldMessages,
    deleteOldSearchMisses,
    deleteSentEmails,
    deleteOldLimits,
    async function recordPerfumeChanges() {
      await recordChanges(db, indexNow !== null);
    },
  ]);

  return {
    fetch: createFetch({
      route: createRouter(build, config, db, services),
      pages,
      variantOf: createVariantOf(purposes),
      assetsFolder: build.assetsBuildDirectory,
      // Proves to search engines that the IndexNow key belongs to the site.
      plainFiles: indexNow ? { [`/${indexNow.key}.txt`]: indexNow.key } : {},
      trustedProxyHops: config.trustedProxyHops,
      onPageView: viewLog.record,
    }),
    db,
    services,
    indexNowWorker,
    flushViews: viewLog.flush,
    flushSearchMisses: searchMisses.flush,

    async start() {
      if (!(await isMigrated(db)))
        throw new Error("The database's schema is not up to date: run `npm run db:migrate` first.");
      makeIndex();
      mailWorker.start();
      indexNowWorker?.start();
      housekeeping.start();
      catalogueWatch.start();
    },

    async close() {
      catalogueWatch.stop();
      await housekeeping.stop();
      await pictures.close();
      await services.avatars.renderer.close();
      await passwords.close();
      await viewLog.close();
      await searchMisses.close();
      await indexNowWorker?.stop();
      await mailWorker.stop();
      transport.close();
      await db.destroy();
    },
  };
}

const logIndexFailure = (error: unknown) => console.error("The search index failed:", error);

function transportOf({ smtpUrl, mailFolder, mailFrom }: Config) {
  const from = { name: siteName, address: mailFrom };
  return smtpUrl === null ? deliverToFolder(mailFolder, from) : deliverBySmtp(smtpUrl, from);
}
