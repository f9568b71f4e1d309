import type { ServerBuild } from "react-router";
import { openDatabase } from "#db/open/open.ts";
import type { Config } from "#app/config.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { queueLengths } from "#app/domain/desk/queue/queue-lengths.ts";
import { createSearchMisses } from "#app/domain/search/search-misses.ts";
import { createViewLog } from "#app/domain/views/view-log.ts";
import { createPipeline } from "#app/http/pipeline.ts";
import { createIndexNowWorker } from "#app/index-now/index-now-worker.ts";
import { createHousekeeping } from "#app/jobs/housekeeping.ts";
import { clientKey } from "#app/limits/client-key.ts";
import { createMetrics } from "#app/metrics/metrics.ts";
import { listChores } from "./chores.ts";
import { createDailyDump } from "./daily-dump.ts";
import { followCatalog } from "./follow-catalog.ts";
import { createOutgoingMail } from "./outgoing-mail.ts";
import { type Part, startInOrder, stopInReverse } from "./parts.ts";
import { createServices } from "./services.ts";
import { createSharedPages } from "./shared-pages.ts";
import { createTimedSearch } from "./timed-search.ts";

export type Site = ReturnType<typeof createSite>;

/** The composition root: creates every part of a site once and connects them. Several sites can live in one process. */
export function createSite(config: Config, build: ServerBuild) {
  const { indexNow, origin } = config;
  const closing = new AbortController();
  const stopping = closing.signal;
  const metrics = config.metricsToken === null ? null : createMetrics();
  const database = openDatabase(config.databaseUrl, {
    bounded: true,
    connections: config.databasePool,
    directUrl: config.databaseDirectUrl,
    onStatement: metrics?.executed,
  });
  const { db, health, peers } = database;
  const viewLog = createViewLog(db, config.viewLog);
  const searchMisses = createSearchMisses(db);
  const search = createTimedSearch(db, peers, searchMisses.record, metrics);
  const makeIndex = () =>
    void search.warm().catch((error: unknown) => console.error("The search index failed:", error));
  const pages = createSharedPages(peers);
  const mail = createOutgoingMail(db, config, stopping);
  const indexNowWorker = indexNow && createIndexNowWorker(db, { ...indexNow, origin }, perfumePath);
  const catalog = followCatalog(db, peers, mail, pages, makeIndex);
  const { services, parts: forServices } = createServices(config, db, {
    health,
    hasForeignPhotos: catalog.hasForeignPhotos,
    hasSample: catalog.hasSample,
    mailWorker: mail.worker,
    metrics,
    onFound: (address, perfumeIds) => viewLog.found(clientKey(address), perfumeIds),
    pages,
    search,
  });
  const dump = createDailyDump({ dumps: services.dumps, config, peers, database });
  const parts: Part[] = [
    { check: () => database.check() },
    ...forServices,
    peers,
    health,
    metrics ?? {},
    { stop: viewLog.close },
    { stop: searchMisses.close },
    { start: makeIndex },
    mail,
    indexNowWorker ?? {},
    createHousekeeping(db, peers, listChores({ config, database, mail, services, dump, stopping })),
    dump,
    catalog,
    { stop: () => closing.abort() },
  ];
  return {
    ...createPipeline({
      config,
      build,
      db,
      services,
      viewLog,
      scrape: () =>
        metrics!.scrape({
          pages: pages.figures,
          queues: () => queueLengths(db),
          sizes: () => database.sizes(),
        }),
    }),
    db,
    services,
    indexNowWorker,
    flushViews: viewLog.flush,
    flushSearchMisses: searchMisses.flush,
    writeWeeklyEmails: mail.queueWeekly,
    writeDeskDigest: mail.queueDeskDigest,
    /** Checks what the site needs (RULES.md 14.1), then starts. @throws Error with one line that says what is missing */
    start: () => startInOrder(parts),
    async close() {
      await stopInReverse(parts);
      // Last, because the other parts write what is pending to it as they stop.
      await database.close();
    },
  };
}
