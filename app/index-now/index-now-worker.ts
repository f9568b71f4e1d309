import { type Worker, createWorker } from "#app/jobs/worker.ts";
import { languageCodes } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Db } from "#db/database.ts";
import { announce, failureOf, type IndexNow, maxAddresses } from "./announce.ts";
import { finish, type ChangeBatch, claimChanges } from "./changes.ts";

const minute = 60_000;
const maxPerfumes = Math.floor(maxAddresses / languageCodes.length);

export function createIndexNowWorker(
  db: Db,
  indexNow: IndexNow,
  pathOf: (perfume: ChangeBatch["perfumes"][number]) => string,
): Worker {
  const addressesOf = (perfume: ChangeBatch["perfumes"][number]) => {
    const path = pathOf(perfume);
    return languageCodes.map((code) => indexNow.origin + inLanguage(code, path));
  };
  return createWorker<ChangeBatch>(
    {
      name: "IndexNow's queue",
      take: (lease, now, until) => claimChanges(db, lease, now, until, maxPerfumes),
      deliver: ({ perfumes }) => announce(indexNow, perfumes.flatMap(addressesOf)),
      failureOf,
      finish: (changes, outcome) => finish(db, changes, outcome),
      describe: ({ perfumes }) => `IndexNow: the batch of ${perfumes.length} perfume(s)`,
    },
    { every: minute, atOnce: 1 },
  );
}
