// Storage per row on PostgreSQL, with indexes and in the write-ahead log, and how fast views are written.
import { type RawBuilder, sql } from "kysely";
import { castVote } from "#app/domain/reviews/votes.ts";
import { batchSize, writeViews } from "#app/domain/views/write-views.ts";
import type { Db } from "#db/database.ts";
import { connect } from "#db/open/open.ts";
import { inTransaction } from "#db/transactions.ts";
import { seeded } from "../search-synthetic.ts";
import { people, series, sizes } from "./fill.ts";
import { rounded } from "./load.ts";
import { withoutEmail } from "../../support/accounts.ts";

const views = 256 * Math.max(20, Math.round(sizes.votes / 3000));
const reviews = 20_000;

/** Prints tables. @param url of a filled PostgreSQL */
export async function measureRoom(url: string): Promise<void> {
  const db = connect(url);
  const one = async (query: RawBuilder<unknown>) => {
    const { rows } = (await query.execute(db)) as { rows: { n: number }[] };
    return Number(rows[0]!.n);
  };
  const bytes = (table: string, of = "pg_total_relation_size") =>
    one(sql`
      select sum(${sql.raw(of)}(oid)) as n from pg_class where oid = ${sql.lit(table)}::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = ${sql.lit(table)}::regclass)`);
  const rows = (table: string) => one(sql`select count(*) as n from ${sql.table(table)}`);
  const logged = async (work: () => Promise<unknown>) => {
    const position = () => one(sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as n`);
    const before = await position();
    await work();
    return (await position()) - before;
  };
  const began = performance.now();
  const walOfViews = await logged(() => write(db, "all"));
  const viewsPerSecond = views / ((performance.now() - began) / 1000);
  const walOfCounted = await logged(() => write(db, "signed-in"));
  const votes = 1000;
  const walOfVotes = await logged(() => vote(db, votes));
  await sql`
    insert into dupe_reviews (dupe_id, user_id, description, language, created_at)
    select (select min(id) from dupes) + id % 1000, 'person-' || (1 + id / 1000 + id % 19000), repeat('Bueno ', 33), 'es', '2026-01-01T00:00:00.000Z'
    from ${series(reviews)}`.execute(db);
  const table: Record<string, object> = {};
  for (const name of [
    "perfume_searches",
    "user_votes",
    "dupe_reviews",
    "perfumes",
    "perfume_month_views",
  ]) {
    const [all, indexes] = [await bytes(name), await bytes(name, "pg_indexes_size")];
    const count = await rows(name);
    table[name] = {
      rows: count,
      "bytes a row": Math.round(all / count),
      "of these indexes": Math.round(indexes / count),
      MB: rounded(all / 1e6, 1),
    };
  }
  await db.destroy();
  console.table(table);
  console.table({
    "bytes of the log": {
      "a view with a row": Math.round(walOfViews / views),
      "a view that is counted only": Math.round(walOfCounted / views),
      "a vote": Math.round(walOfVotes / votes),
    },
  });
  console.log(`${Math.round(viewsPerSecond)} views/s written by one process`);
}

async function write(db: Db, rowsOf: "all" | "signed-in"): Promise<void> {
  const random = seeded(17);
  for (let at = 0; at < views; at += batchSize) {
    const batch = Array.from({ length: batchSize }, () => ({
      // Few bottles are opened often.
      perfumeId: 1 + Math.floor(sizes.bottles * random() ** 4),
      userId: random() < 0.05 ? `person-${1 + Math.floor(random() * people)}` : null,
      at: new Date(),
      searched: random() < 0.3,
    }));
    await inTransaction(db, (tx) => writeViews(tx, batch, rowsOf), "read committed");
  }
}

async function vote(db: Db, count: number): Promise<void> {
  const dupes = await db.selectFrom("dupes").select(["id", "perfume_id"]).limit(count).execute();
  for (const [at, { id, perfume_id }] of dupes.entries())
    await castVote(
      db,
      `person-${people - (at % 500)}`,
      { dupeId: id, perfumeId: perfume_id, voto: 1 },
      new Date(),
      withoutEmail,
    );
}
