import { type Worker, createWorker } from "../jobs/worker.ts";
import { languageCodes } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import type { Db } from "#db/connect.ts";
import { announce, failureOf, type IndexNow, mostAddresses } from "./announce.ts";
import { finish, type ChangeBatch, claimChanges } from "./changes.ts";

export type Announcer = Worker;

const minute = 60_000;
const most = Math.floor(mostAddresses / languageCodes.length);

/**
 * Tells search engines of the perfumes whose pages changed, in every language.
 * @param pathOf a perfume's page, without a language
 */
export function createIndexNowWorker(
  db: Db,
  indexNow: IndexNow,
  pathOf: (perfume: ChangeBatch["perfumes"][number]) => string,
): Announcer {
  const addressesOf = (perfume: ChangeBatch["perfumes"][number]) => {
    const path = pathOf(perfume);
    return languageCodes.map((code) => indexNow.origin + inLanguage(code, path));
  };
  return createWorker<ChangeBatch>(
    {
      name: "What changed",
      take: (lease, now, until) => claimChanges(db, lease, now, until, most),
      deliver: ({ perfumes }) => announce(indexNow, perfumes.flatMap(addressesOf)),
      failureOf,
      finish: (news, outcome) => finish(db, news, outcome),
      describe: ({ perfumes }) => `IndexNow: the news of ${perfumes.length} perfumes`,
    },
    { every: minute, atOnce: 1 },
  );
}
