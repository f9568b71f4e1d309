// The page cache's share of views: pages cached for 60 s or an hour, in a process and in a proxy.
import { languageCodes } from "#app/i18n/languages.ts";
import { createPageCache, pageLifetime } from "#app/http/page-cache.ts";
import { seeded } from "../search-synthetic.ts";
import { perCent, rounded } from "./load.ts";

const bottles = 60_000;
/** share of views by language, in the order of the languages */
const shares = [0.4, 0.25, 0.1, 0.1, 0.08, 0.07];
/** Changes per view: a vote per 100 views and a review per 1,000, each affecting the pages of two bottles. */
const changesPerView = 1 / 100 + 1 / 1000;
/** Catalogue changes per second, which affect every page. */
const catalogChanges = 1 / 3600;
const hour = 3_600_000;

export interface Hits {
  zipf: number;
  "views/s": number;
  /** for a proxy that caches for an hour */
  proxy: number;
}

/** @param pageBytes compressed sizes, for bottles with many dupes and for the others */
export function simulateHits(pageBytes: { full: number; usual: number }) {
  const clock = fakeClock();
  try {
    const table: object[] = [];
    const hits: Hits[] = [];
    for (const zipf of [0.8, 0.9, 1]) {
      const rates = popularity(zipf);
      const draw = drawer(rates);
      for (const perSecond of [1, 10, 100, 1000]) {
        const process = (lifetime: number) =>
          inProcess(draw, perSecond, lifetime, pageBytes, clock);
        const [short, long] = [process(pageLifetime), process(hour)];
        const proxy = (lifetime: number, told: boolean) =>
          inProxy(rates, perSecond, lifetime / 1000, told);
        hits.push({ zipf, "views/s": perSecond, proxy: proxy(hour, true) });
        table.push({
          zipf,
          "views/s": perSecond,
          "a process, 60 s": perCent(short.share),
          "an hour": perCent(long.share),
          "MB then": rounded(long.bytes / 1e6, 0),
          "a proxy, 60 s": perCent(proxy(pageLifetime, false)),
          "an hour, told of changes": perCent(proxy(hour, true)),
        });
      }
    }
    return { table, hits };
  } finally {
    clock.restore();
  }
}

/** @returns each bottle's share of all views */
function popularity(zipf: number): Float64Array {
  const shares = Float64Array.from({ length: bottles }, (_, rank) => (rank + 1) ** -zipf);
  const sum = shares.reduce((total, one) => total + one, 0);
  return shares.map((one) => one / sum);
}

/** Walker's alias method. */
function drawer(rates: Float64Array): (random: () => number) => number {
  const chance = rates.map((one) => one * rates.length);
  const alias = new Int32Array(rates.length);
  const [small, large]: [number[], number[]] = [[], []];
  for (const [at, one] of chance.entries()) (one < 1 ? small : large).push(at);
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!];
    alias[less] = more;
    chance[more]! -= 1 - chance[less]!;
    (chance[more]! < 1 ? small : large).push(more);
  }
  for (const at of [...small, ...large]) chance[at] = 1;
  return (random) => {
    const at = Math.floor(random() * rates.length);
    return random() < chance[at]! ? at : alias[at]!;
  };
}

/** The site's own cache, filled by simulated views. */
function inProcess(
  draw: (random: () => number) => number,
  perSecond: number,
  lifetime: number,
  pageBytes: { full: number; usual: number },
  clock: { pass(ms: number): void },
) {
  const random = seeded(23);
  const cache = createPageCache([""], lifetime);
  // Long enough to fill the cache; rare views need more time, frequent ones much less.
  const warm = Math.min(1.5 * hour, Math.max(3 * pageLifetime, 200_000_000 / perSecond));
  const counted = Math.min(6 * hour, Math.max(3 * pageLifetime, 200_000_000 / perSecond));
  const step = 1000 / perSecond;
  let [views, hits] = [0, 0];
  for (let time = 0; time < warm + counted; time += step) {
    clock.pass(step);
    const bottle = draw(random);
    const language = languageOf(random());
    const path = `/${language}/perfume/brand-perfume-of-a-name-${bottle}`;
    const key = { path, language, saveData: false, consent: "", encoding: "br" } as const;
    const known = cache.get(key);
    if (time >= warm) {
      views++;
      if (known) hits++;
    }
    if (!known) {
      const body = { length: bottle < bottles / 100 ? pageBytes.full : pageBytes.usual } as never;
      const page = { body, etag: "", headers: [], perfumeId: bottle, route: "" };
      cache.set(key, page, cache.generationOf(path));
    }
    if (random() < changesPerView)
      for (const changed of [bottle, draw(random)])
        cache.drop(`/perfume/brand-perfume-of-a-name-${changed}`);
    if (random() < (catalogChanges * step) / 1000) cache.clear();
  }
  return { share: hits / views, bytes: cache.figures().bytes };
}

function languageOf(at: number): string {
  let sum = 0;
  return languageCodes.find((_, index) => at < (sum += shares[index]!)) ?? languageCodes[0]!;
}

/**
 * For an unlimited cache: a page is cached by its first view for its lifetime, or until it changes.
 * @param lifetime s @param told whether changes invalidate pages; otherwise outdated ones are served
 */
function inProxy(rates: Float64Array, perSecond: number, lifetime: number, told: boolean): number {
  let share = 0;
  for (const rate of rates)
    for (const part of shares) {
      const views = rate * part * perSecond;
      // Each change affects two bottles, the other one at random.
      const changes = told ? 2 * rate * perSecond * changesPerView + catalogChanges : 0;
      const kept = changes > 0 ? (1 - Math.exp(-changes * lifetime)) / changes : lifetime;
      share += rate * part * ((views * kept) / (1 + views * kept));
    }
  return share;
}

/** lru-cache reads the time from `performance`, and caches it until a timer fires. */
function fakeClock() {
  const [realNow, realTimeout] = [performance.now, globalThis.setTimeout];
  let now = 1000;
  performance.now = () => now;
  globalThis.setTimeout = ((then: () => void) => {
    then();
    return { unref() {} };
  }) as never;
  return {
    pass: (ms: number) => void (now += ms),
    restore() {
      performance.now = realNow;
      globalThis.setTimeout = realTimeout;
    },
  };
}
