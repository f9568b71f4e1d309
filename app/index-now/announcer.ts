import { type Courier, createCourier } from "../courier/courier.ts";
import { languageCodes } from "../i18n/languages.ts";
import { inLanguage } from "../i18n/paths.ts";
import type { Db } from "#db/connect.ts";
import { announce, failureOf, type IndexNow, mostAddresses } from "./announce.ts";
import { endTurn, type News, takeNews } from "./changes.ts";

export type Announcer = Courier;

const minute = 60_000;
const most = Math.floor(mostAddresses / languageCodes.length);

/**
 * Tells search engines of the perfumes whose pages changed, in every language.
 * @param pathOf a perfume's page, without a language
 */
export function createAnnouncer(
  db: Db,
  indexNow: IndexNow,
  pathOf: (perfume: News["perfumes"][number]) => string,
): Announcer {
  const addressesOf = (perfume: News["perfumes"][number]) => {
    const path = pathOf(perfume);
    return languageCodes.map((code) => indexNow.origin + inLanguage(code, path));
  };
  return createCourier<News>(
    {
      name: "What changed",
      take: (lease, now, until) => takeNews(db, lease, now, until, most),
      deliver: ({ perfumes }) => announce(indexNow, perfumes.flatMap(addressesOf)),
      failureOf,
      endTurn: (news, fate) => endTurn(db, news, fate),
      describe: ({ perfumes }) => `IndexNow: the news of ${perfumes.length} perfumes`,
    },
    { every: minute, atOnce: 1 },
  );
}
