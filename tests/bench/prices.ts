// The cost of 1,000,000 sightings of 60,000 bottles: reading a page's prices, whole pages, an import of 50,000 rows.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Insertable, sql } from "kysely";
import { importPrices } from "#app/domain/prices/import-prices.ts";
import type { Db } from "#db/database.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import type { Schema } from "#db/schema.ts";
import { perfumePath } from "../../app/domain/catalog/slugs.ts";
import { bestOffers } from "../../app/domain/prices/bottle-prices.ts";
import { sightingsOf } from "../../app/domain/prices/sightings.ts";
import { addRows } from "./batches.ts";
import { newBottle, withStarter } from "./databases.ts";
import { percentile, timeEach } from "./measure.ts";
import { seeded } from "./search-synthetic.ts";
import { serve } from "./server.ts";

const [bottles, sightings, dupesPerPage, pages, importedRows] = [
  60_000, 1_000_000, 20, 300, 50_000,
];
const now = new Date();
const today = dayOf(now);
const folder = mkdtempSync(join(tmpdir(), "sosia-prices-"));

type NewPrice = Insertable<Schema["prices"]>;

/** The starter catalogue, more bottles up to 60,000, and 20 dupes for each of the first 300 of them. @returns those 300 */
async function buildCatalog(url: string) {
  const db = await withStarter(url);
  const { last } = await db
    .selectFrom("perfumes")
    .select((row) => row.fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  const createdAt = now.toISOString();
  function* more() {
    for (let id = last + 1; id <= bottles; id++)
      yield { id, ...newBottle(`Brand ${id % 900}`, `Perfume ${id}`, createdAt) };
  }
  const random = seeded(7);
  const originals = Array.from({ length: pages }, (_, at) => last + 1 + at);
  function* dupes() {
    for (const perfume_id of originals) {
      const chosen = new Set<number>();
      while (chosen.size < dupesPerPage) {
        const dupe = 1 + Math.floor(random() * bottles);
        if (dupe !== perfume_id) chosen.add(dupe);
      }
      for (const dupe_perfume_id of chosen)
        yield {
          perfume_id,
          dupe_perfume_id,
          marca: "-",
          nombre: "-",
          porcentaje: 85,
          estimacion: 50 + Math.floor(random() * 50),
          created_at: createdAt,
          updated_at: createdAt,
        };
    }
  }
  await db.transaction().execute(async (tx) => {
    await addRows(tx, "perfumes", more());
    await addRows(tx, "dupes", dupes());
  });
  const perfumes = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where("id", "in", originals)
    .execute();
  return { db, perfumes };
}

/** Most sightings are of few bottles: the number for bottle n follows a power law. */
function* manySightings(): Generator<NewPrice> {
  const random = seeded(11);
  const shops = ["druni.es", "notino.es", "primor.eu", "douglas.de", "a shop without an entry"];
  for (let n = 0; n < sightings; n++) {
    const popular = random() < 0.3;
    const perfume_id = 1 + Math.floor(bottles * (popular ? random() ** 8 : random()));
    yield {
      perfume_id,
      amount_cents: 1000 + Math.floor(random() * 9000),
      currency: random() < 0.8 ? "EUR" : "USD",
      size_ml: [30, 50, 100, 105][Math.floor(random() * 4)]!,
      kind: random() < 0.9 ? "bottle" : "tester",
      shop: shops[Math.floor(random() * shops.length)]!,
      url: null,
      country: "ES",
      seen_on: addDays(today, -Math.floor(random() * 300)),
      state: "shown",
      vouched: 1 as const,
      created_at: now.toISOString(),
    };
  }
}

async function addSightings(db: Db) {
  await db.transaction().execute(async (tx) => {
    await addRows(tx, "prices", manySightings());
    const groups = await tx
      .selectFrom("prices")
      .select(["perfume_id", "kind", "currency"])
      .distinct()
      .execute();
    const started = performance.now();
    await refreshSummaries(tx, groups, now);
    const ms = performance.now() - started;
    console.log(`${groups.length} summaries written, ${(ms / groups.length).toFixed(3)} ms each`);
  });
  await sql`analyze`.execute(db);
}

async function timeReads(db: Db, perfumes: { id: number }[]) {
  const currencies = ["USD", "GBP", "EUR"];
  const times = {
    summaries: [] as number[],
    "one bottle's table": [] as number[],
  };
  const time = async (into: number[], read: () => Promise<unknown>) => {
    const started = performance.now();
    await read();
    into.push(performance.now() - started);
  };
  for (const { id } of [...perfumes.slice(0, 50), ...perfumes]) {
    const dupes = await db
      .selectFrom("dupes")
      .select("dupe_perfume_id")
      .where("perfume_id", "=", id)
      .execute();
    const ids = [id, ...dupes.map((dupe) => dupe.dupe_perfume_id)];
    await time(times.summaries, () => bestOffers(db, ids, { currencies, now }));
    await time(times["one bottle's table"], () => sightingsOf(db, ids[1]!, { now }));
  }
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, ms]) => [
        name,
        { "median ms": percentile(ms.slice(50), 50), "p99 ms": percentile(ms.slice(50), 99) },
      ]),
    ),
  );
}

async function timeImport(db: Db) {
  const random = seeded(13);
  const names = await db.selectFrom("perfumes").select(["marca", "nombre"]).execute();
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: importedRows }, (_, at) => {
    const { marca, nombre } = names[Math.floor(random() * names.length)]!;
    // The last digits make each line a different sighting.
    const amount = `${10 + Math.floor(random() * 90)},${String(at % 100).padStart(2, "0")}`;
    return `${cell(marca)},${cell(nombre)},"${amount}",EUR,${50 + (at % 7) * 10},druni.es,${addDays(today, -(at % 170))}`;
  });
  const path = join(folder, "prices.csv");
  writeFileSync(path, ["marca,nombre,importe,moneda,ml,tienda,fecha", ...lines].join("\n"));
  const started = performance.now();
  const outcome = await db.transaction().execute((tx) => importPrices(tx, path));
  const seconds = (performance.now() - started) / 1000;
  console.log(`import of ${importedRows} rows: ${seconds.toFixed(1)} s (limit 20)`, outcome.done);
}

const without = await buildCatalog(`file:${join(folder, "without.db")}`);
const withPrices = await buildCatalog(`file:${join(folder, "with.db")}`);
await addSightings(withPrices.db);
await timeReads(withPrices.db, withPrices.perfumes);
await timeImport(withPrices.db);
await Promise.all([without.db.destroy(), withPrices.db.destroy()]);

if (!process.argv.includes("--reads")) {
  const sites = [
    await serve("app/start.ts", 3465, { DATABASE_URL: `file:${join(folder, "without.db")}` }),
    await serve("app/start.ts", 3466, { DATABASE_URL: `file:${join(folder, "with.db")}` }),
  ];
  const kinds = [
    { name: "pages without sightings", site: sites[0]!, query: "" },
    { name: "with 1,000,000", site: sites[1]!, query: "" },
    { name: "sorted and filtered", site: sites[1]!, query: "?sort=value&max=60" },
  ].map((kind) => ({ ...kind, times: [] as number[] }));
  for (const language of ["fr", "es"])
    for (const perfume of without.perfumes)
      for (const { site, query, times } of kinds) {
        const address = `${site.origin}/${language}${perfumePath(perfume)}${query}`;
        const taken = await timeEach([address]);
        // The first language warms the server up.
        if (language === "es") times.push(...taken);
      }
  await Promise.all(sites.map((site) => site.stop()));
  const median = (times: number[]) => percentile(times, 50);
  console.table(
    Object.fromEntries(
      kinds.map(({ name, times }) => [
        name,
        {
          "median ms": median(times),
          "p99 ms": percentile(times, 99),
          "times the first (limit 1.3)": Number(
            (median(times) / median(kinds[0]!.times)).toFixed(2),
          ),
        },
      ]),
    ),
  );
}
