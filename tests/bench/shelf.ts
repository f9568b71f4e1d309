// The cost of the weekly email: 100,000 shelves, each with 5 wanted bottles out of 20,000, with little news, none, and news
// for everybody, and how long the event loop is delayed meanwhile.
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#db/database.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import { addPeople, addRows } from "./batches.ts";
import { newBottle } from "./databases.ts";
import { openSite } from "../support/site.ts";
import { percentile } from "./measure.ts";
import { seeded } from "./search-synthetic.ts";

const [people, bottles, originals, wantedEach] = [100_000, 60_000, 20_000, 5];
const languages = ["es", "en", "fr", "de", "it", "pt"];
const now = new Date();
const at = now.toISOString();
const day = 24 * 3600_000;
const random = seeded(5);

function* perfumes() {
  for (let id = 1; id <= bottles; id++)
    yield { id, ...newBottle(`Brand ${id % 900}`, `Perfume ${id}`, at) };
}

/** Each of the first 20,000 has five look-alikes among the others. */
function* dupes() {
  for (let perfume_id = 1; perfume_id <= originals; perfume_id++) {
    const first = Math.floor(random() * (bottles - originals - 5));
    for (let n = 1; n <= 5; n++)
      yield {
        perfume_id,
        dupe_perfume_id: originals + first + n,
        marca: "-",
        nombre: "-",
        porcentaje: 60,
        estimacion: 60,
        created_at: at,
        updated_at: at,
      };
  }
}

function* sightings() {
  for (let perfume_id = 1; perfume_id <= bottles; perfume_id += 2)
    yield {
      perfume_id,
      amount_cents: 1000 + Math.floor(random() * 9000),
      currency: "EUR",
      size_ml: 100,
      kind: "bottle" as const,
      shop: "druni.es",
      url: null,
      country: "ES",
      seen_on: at.slice(0, 10),
      user_id: null,
      state: "shown" as const,
      vouched: 1 as const,
      created_at: at,
    };
}

function* names() {
  for (let n = 0; n < people; n++) yield `person-${n}`;
}

function* wanted() {
  for (const user_id of names()) {
    const ids = new Set<number>();
    // Most people want the same few bottles.
    while (ids.size < wantedEach) ids.add(1 + Math.floor(originals * random() ** 2));
    for (const perfume_id of ids)
      yield {
        user_id,
        perfume_id,
        list: "want" as const,
        since: at,
        told_at: at,
        told_similarity: 60,
        told_price: 1,
        told_currency: "EUR",
      };
  }
}

async function build(db: Db) {
  await db.transaction().execute(async (tx) => {
    await addRows(tx, "perfumes", perfumes());
    await addRows(tx, "dupes", dupes());
    await addRows(tx, "prices", sightings());
    const groups = await tx
      .selectFrom("prices")
      .select(["perfume_id", "kind", "currency"])
      .execute();
    await refreshSummaries(tx, groups, now);
    const ids = [...names()];
    await addPeople(tx, ids, at);
    await addRows(
      tx,
      "shelf_emails",
      ids.map((user_id, n) => ({ user_id, language: languages[n % 6], since: at })),
    );
    await addRows(tx, "shelf", wanted());
  });
}

/** Delays of a timer that is due every 2 ms: how long a request would wait for its turn. */
function watchTurns() {
  const late: number[] = [];
  const ended = new AbortController();
  const done = (async () => {
    while (!ended.signal.aborted) {
      const asked = performance.now();
      await pause(2);
      late.push(performance.now() - asked - 2);
    }
  })();
  return async () => {
    ended.abort();
    await done;
    return late;
  };
}

async function pass(name: string, when: Date) {
  const stop = watchTurns();
  const started = performance.now();
  const queued = await site.writeWeeklyEmails(when);
  const seconds = (performance.now() - started) / 1000;
  const late = await stop();
  return {
    [name]: {
      emails: queued,
      seconds: Number(seconds.toFixed(1)),
      "turn late by, median ms": percentile(late, 50),
      "99th ms": percentile(late, 99),
      "longest ms": Number(Math.max(...late).toFixed(1)),
    },
  };
}

const site = await openSite();
const { db } = site;
await build(db);
const none = await pass("no news", now);
await db.updateTable("dupes").set({ porcentaje: 90 }).where("perfume_id", "<=", 2).execute();
const some = await pass("news of 2 bottles", now);
await db.updateTable("dupes").set({ porcentaje: 95 }).execute();
const all = await pass("news for everybody", new Date(now.getTime() + 8 * day));
console.table({ ...none, ...some, ...all });
console.log(`${people} shelves, ${people * wantedEach} wanted bottles (limit 60 s)`);
await site.close();
