// How long a merge holds the write lock: two bottles of a catalogue of 60,000, each with many dupes and votes.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { connect } from "#db/open/open.ts";
import { mergePerfumes } from "#app/domain/desk/catalog/merge.ts";
import { migrate } from "#db/migrate.ts";

const bottles = 60_000;
const people = 2000;
const now = "2026-01-01T00:00:00.000Z";

const rows = [];
for (const [shared, votes] of [
  [0, 0],
  [20, 20],
  [200, 100],
  [200, 1000],
] as const) {
  const db = connect(`file:${join(mkdtempSync(join(tmpdir(), "sosia-merge-")), "perfumes.db")}`);
  await migrate(db);
  await fill(db, shared, votes);
  const { n } = await db
    .selectFrom("user_votes")
    .select((row) => row.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const began = performance.now();
  const { outcome } = await mergePerfumes(db, 1, 2, new Date());
  const ms = Math.round(performance.now() - began);
  rows.push({ "dupes of both": shared, votes: Number(n), outcome, ms });
  await db.destroy();
}
console.table(rows);

/** Bottles 1 and 2 are dupes of the same originals, each dupe with the same number of votes, half of them by the same people. */
async function fill(db: ReturnType<typeof connect>, shared: number, votes: number): Promise<void> {
  const numbers = (count: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  await sql`${numbers(bottles)} insert into perfumes
      (marca, nombre, marca_clave, nombre_clave, marca_slug, created_at, updated_at)
    select 'Brand', 'Bottle ' || i, 'brand', 'bottle ' || i, 'brand', ${now}, ${now} from n`.execute(
    db,
  );
  await sql`${numbers(people)} insert into usuarios (id, created_at)
    select 'person ' || i, ${now} from n`.execute(db);
  for (const bottle of [1, 2]) {
    await sql`insert into dupes (perfume_id, dupe_perfume_id, marca, nombre, porcentaje, created_at, updated_at)
      select id, ${bottle}, 'Brand', 'Bottle ' || ${sql.lit(bottle)}, 85, ${now}, ${now}
      from perfumes where id between 10 and ${9 + shared}`.execute(db);
    const first = bottle === 1 ? 0 : votes / 2;
    await sql`${numbers(votes)} insert into user_votes (dupe_id, user_id, voto, created_at)
      select dupes.id, 'person ' || (n.i + ${sql.lit(first)}), 1, ${now}
      from n cross join dupes where dupe_perfume_id = ${bottle}`.execute(db);
  }
}
