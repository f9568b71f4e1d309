import type { Db, Peers } from "#db/database.ts";
import { createFailureLog } from "#db/failure-log.ts";
import { createCatalogWatch, createForeignPhotos } from "#app/domain/catalog/catalog-version.ts";
import type { PageCache } from "#app/http/page-cache.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";
import type { Part } from "./parts.ts";
import { hasSample } from "#app/domain/desk/sample/sample-community.ts";

/** Renews pages and index and queues the emails when this or another process has changed the catalogue. */
export function followCatalog(
  db: Db,
  peers: Peers,
  mail: OutgoingMail,
  pages: Pick<PageCache, "clear">,
  makeIndex: () => void,
): Part & { hasForeignPhotos(): boolean; hasSample(): boolean } {
  const photos = createForeignPhotos(db, () => pages.clear());
  const sample = createSampleWatch(db, () => pages.clear());
  const queues = [
    logged("Queueing dupe alerts failed:", mail.queueDupeAlerts),
    logged("Thanks failed:", mail.queueThanks),
    logged("Queueing emails about decisions failed:", mail.queueStatements),
  ];
  let queuing: Promise<void> = Promise.resolve();
  const watch = createCatalogWatch(db, () => {
    pages.clear();
    makeIndex();
    void photos.look();
    void sample.look();
    for (const queue of queues)
      queuing = queuing.then(() => peers.withLock("telling", () => queue(new Date())));
  });
  peers.subscribe("catalog", () => void watch.look());
  peers.onMissed(() => void watch.look());
  return {
    hasForeignPhotos: photos.any,
    hasSample: sample.isPresent,
    check: async () => void (await Promise.all([photos.look(), sample.look()])),
    start: () => watch.start(),
    stop() {
      watch.stop();
      return queuing;
    },
  };
}

/** A failure is only logged: the work is retried at the next change or within the hour. */
function logged(what: string, work: (now: Date) => Promise<number>) {
  const failures = createFailureLog(what);
  return (now: Date) => work(now).then(failures.worked, failures.failed);
}

/** Knows whether the invented community is in the database (RULES.md 1.14), without a query per page. */
function createSampleWatch(db: Db, onChange: () => void) {
  let present = false;
  return {
    isPresent: () => present,
    async look(): Promise<void> {
      const found = await hasSample(db).catch(() => present);
      if (found === present) return;
      present = found;
      onChange();
    },
  };
}
