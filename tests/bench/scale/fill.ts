// The same community in either database: the starter catalogue and generated bottles, dupes, people and votes.
import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { catalogChanged } from "#app/domain/catalog/catalog-version.ts";
import { isPostgres } from "#db/dialect.ts";
import { slugify } from "#app/i18n/text.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { addRows } from "../batches.ts";
import { newBottle } from "../databases.ts";
import { seeded, synthetic } from "../search-synthetic.ts";

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

export const sizes = {
  bottles: number("SCALE_BOTTLES", 60_000),
  votes: number("SCALE_VOTES", 300_000),
  /** per round of load */
  seconds: number("SCALE_SECONDS", 2.5),
  rounds: number("SCALE_ROUNDS", 3),
};

export const people = 20_000;
/** bottles with 20 dupes each, and as many with one */
const [full, perFull] = [Math.floor(sizes.bottles / 30), 20];
const votesPerDupe = Math.max(1, Math.ceil(sizes.votes / (2 * full * perFull)));

const then = "2026-01-01T00:00:00.000Z";

/** Repeats a row `count` times, with `id` counting from 1, in SQL that both databases accept. */
export const series = (count: number) =>
  sql`(with recursive n(id) as (select 1 union all select id + 1 from n where id < ${sql.lit(count)}) select id from n) as numbers`;

/** Bottles to request, each with its path without a language. */
export interface Catalogue {
  /** with 20 dupes */
  full: string[];
  /** with one */
  usual: string[];
  brands: string[];
  words: string[];
}

/** Fills a database that has the starter catalogue. */
export async function fill(db: Db): Promise<Catalogue> {
  const known = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre", "popularidad"])
    .orderBy("id")
    .execute();
  const first = known.at(-1)!.id + 1;
  const entries = known.map((one) => ({ ...one, isLookalike: false, otherNames: [] }));
  const made = [...synthetic(entries, sizes.bottles)].slice(known.length);
  const bottles = made.map(({ marca, nombre, popularidad }, at) => {
    const name = `${nombre} ${at}`;
    return { id: first + at, marca, nombre: name, popularidad };
  });
  await addRows(
    db,
    "perfumes",
    bottles.map((row) => ({ ...row, ...newBottle(row.marca, row.nombre, then) })),
  );
  if (isPostgres(db))
    await sql`select setval(pg_get_serial_sequence('perfumes', 'id'), max(id)) from perfumes`.execute(
      db,
    );
  const { last } = await db
    .selectFrom("dupes")
    .select((row) => row.fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  await addRows(db, "dupes", dupesOf(first));
  await addPeople(db);
  await addVotes(db, last);
  await sql`
    insert into perfume_month_views (month, perfume_id, views)
    select ${sql.lit(new Date().toISOString().slice(0, 7))}, id, 1 + id % 100
    from ${series(sizes.bottles - known.length)}`.execute(db);
  await catalogChanged(db);
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
  const random = seeded(3);
  return {
    full: bottles.slice(0, full).map(perfumePath),
    usual: bottles.slice(full, full + full * perFull).map(perfumePath),
    brands: [...new Set(bottles.map(({ marca }) => slugify(marca)))].map(
      (slug) => `/brand/${slug}`,
    ),
    words: bottles
      .slice(0, 2000)
      .map(({ marca, nombre }) => (random() < 0.5 ? nombre : `${marca} ${nombre}`).slice(0, 18)),
  };
}

function* dupesOf(first: number) {
  const random = seeded(7);
  const count = sizes.bottles - first + 1;
  for (let bottle = 0; bottle < full + full * perFull && bottle < count; bottle++) {
    const perfume_id = first + bottle;
    const chosen = new Set<number>();
    while (chosen.size < (bottle < full ? perFull : 1)) {
      const dupe = first + Math.floor(random() * count);
      if (dupe !== perfume_id) chosen.add(dupe);
    }
    for (const dupe_perfume_id of chosen)
      yield {
        perfume_id,
        dupe_perfume_id,
        marca: "Copies",
        nombre: `Copy of ${perfume_id}`,
        estimacion: 50 + Math.floor(random() * 50),
        porcentaje: 85,
        likes: votesPerDupe - 1,
        dislikes: 1,
        created_at: then,
        updated_at: then,
      };
  }
}

async function addPeople(db: Db): Promise<void> {
  await sql`
    insert into usuarios (id, nombre_usuario, nombre_usuario_clave, created_at)
    select 'person-' || id, 'person-' || id, 'person-' || id, ${sql.lit(then)}
    from ${series(people)}`.execute(db);
}

/** @param last id of the last dupe before the generated ones */
async function addVotes(db: Db, last: number): Promise<void> {
  for (let turn = 0; turn < votesPerDupe; turn++)
    await sql`
      insert into user_votes (dupe_id, user_id, voto, created_at)
      select dupes.id, 'person-' || (1 + (${sql.lit(turn * 7919)} + dupes.id) % ${sql.lit(people)}),
        ${sql.lit(turn === 0 ? -1 : 1)}, ${sql.lit(then)}
      from dupes where dupes.id > ${sql.lit(last)}`.execute(db);
}
