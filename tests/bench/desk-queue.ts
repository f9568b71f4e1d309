// How long a page of the queue takes: 10,000 waiting over a catalogue of 60,000, with what the catalogue has that is like each.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createPerfumeSearch } from "#app/catalog/perfume-search.ts";
import { pageSize, listQueue, type WaitingKind } from "#app/desk/queue.ts";
import { canonical, slugify } from "#db/text.ts";
import { connect, type Db } from "#db/connect.ts";
import { importPerfumes } from "#db/catalogue/import-perfumes.ts";
import { migrate } from "#db/migrate.ts";
import { synthetic } from "./search-synthetic.ts";

const bottles = 60_000;
const waiting = { perfume: 4500, dupe: 4500, price: 1000 };
const now = "2026-01-01T00:00:00.000Z";
const rounds = 20;

const db = connect(`file:${join(mkdtempSync(join(tmpdir(), "sosia-queue-")), "perfumes.db")}`);
await migrate(db);
await fill(db);
const search = createPerfumeSearch(db);
await search.warm();
const rows = [];
for (const [kind, page] of [
  [null, 1],
  [null, 500],
  [null, 1000],
  ["perfume", 1],
  ["dupe", 1],
  ["price", 1],
] satisfies [WaitingKind | null, number][]) {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const { items } = await listQueue(db, search, { kind, page });
    times.push(performance.now() - began);
    if (items.length !== pageSize) throw new Error(`${items.length} items`);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const ms = (share: number) => Number(times[Math.floor(share * (rounds - 1))]!.toFixed(1));
  rows.push({
    kind: kind ?? "all",
    page,
    "median ms": ms(0.5),
    "slowest ms": ms(1),
    "CPU ms": Math.round((user + system) / 1000 / rounds),
  });
}
console.table(rows);
await db.destroy();

/** Bottles with names as people give them; suggestions of names that are near. */
async function fill(db: Db): Promise<void> {
  await importPerfumes(db, "db/starter/perfumes.csv");
  const real = await db.selectFrom("perfumes").select(["id", "marca", "nombre"]).execute();
  const entries = real.map((one) => ({
    ...one,
    popularidad: 0,
    isLookalike: false,
    otherNames: [],
  }));
  const made = [...synthetic(entries, bottles + waiting.perfume + waiting.dupe)];
  await db.transaction().execute(async (tx) => {
    for (const [at, { marca, nombre }] of made.slice(real.length).entries()) {
      const keys = { clave: `${at}`, twin_key: `${at}`, user_id: null };
      const veces = 1 + (at % 7);
      const created_at = new Date(Date.parse(now) + at * 1000).toISOString();
      const suggestion = { ...keys, veces, created_at };
      const unique = `${nombre} ${at}`;
      if (at < bottles - real.length)
        await tx
          .insertInto("perfumes")
          .values({
            marca,
            nombre: unique,
            marca_clave: canonical(marca),
            nombre_clave: canonical(unique),
            marca_slug: slugify(marca),
            created_at: now,
            updated_at: now,
          })
          .execute();
      else if (at % 2)
        await tx
          .insertInto("sugerencias_perfumes")
          .values({ ...suggestion, marca_perfume: marca, nombre_perfume: nombre })
          .execute();
      else
        await tx
          .insertInto("sugerencias_dupes")
          .values({ ...suggestion, perfume_id: 1, marca_dupe: marca, nombre_dupe: nombre })
          .execute();
    }
    await sql`insert into usuarios (id, created_at) values ('ana', ${now})`.execute(tx);
    await sql`insert into suggestion_authors (perfume_suggestion_id, user_id, at)
      select id, 'ana', ${now} from sugerencias_perfumes`.execute(tx);
    await sql`insert into prices
        (perfume_id, amount_cents, currency, size_ml, kind, shop, seen_on, state, created_at)
      select id, 2490, 'EUR', 100, 'bottle', 'x', '2026-01-01', 'held', ${now}
      from perfumes limit ${sql.lit(waiting.price)}`.execute(tx);
  });
}
