import { type RawBuilder, sql } from "kysely";
import { ballots, ofVoices } from "#app/domain/reviews/due-voices.ts";
import type { Db } from "#db/database.ts";

/** Counts by kind; kinds with none are omitted (RULES.md 10.15). */
export type Losses = Partial<Record<LossKind, number>>;

export const lossKinds = [
  "dupes",
  "originals",
  "votes",
  "verdicts",
  "blindTests",
  "reviews",
  "sources",
  "prices",
  "aliases",
  "shelves",
  "alerts",
  "suggestions",
  "views",
] as const;

export type LossKind = (typeof lossKinds)[number];

type Counted = Partial<Record<LossKind, RawBuilder<number>>>;

async function count(db: Db, counted: Counted): Promise<Losses> {
  const names = lossKinds.filter((kind) => counted[kind]);
  const columns = names.map((name) => sql`(${counted[name]!}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<LossKind, number>>`select ${sql.join(columns)}`.execute(db);
  return Object.fromEntries(
    names.map((name) => [name, Number(rows[0]![name])]).filter(([, n]) => n !== 0),
  );
}

const all = (table: string, column: string, id: number) =>
  sql<number>`select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;

function ofDupes(dupes: RawBuilder<unknown>): Counted {
  const of = (table: string) =>
    sql<number>`select count(*) from ${sql.table(table)} where dupe_id in (${dupes})`;
  return {
    votes: of("user_votes"),
    verdicts: of("verdicts"),
    blindTests: sql`${of("blind_tests")} and chosen is not null`,
    reviews: of("dupe_reviews"),
    sources: of("dupe_sources"),
  };
}

export const goesWithDupe = (db: Db, dupeId: number): Promise<Losses> =>
  count(db, ofDupes(sql`${dupeId}`));

export async function goesWithPerfume(db: Db, id: number): Promise<Losses> {
  return count(db, {
    ...ofDupes(sql`select id from dupes where perfume_id = ${id} or dupe_perfume_id = ${id}`),
    dupes: all("dupes", "perfume_id", id),
    originals: all("dupes", "dupe_perfume_id", id),
    prices: all("prices", "perfume_id", id),
    aliases: all("perfume_aliases", "perfume_id", id),
    shelves: all("shelf", "perfume_id", id),
    alerts: all("dupe_alerts", "perfume_id", id),
    suggestions: all("sugerencias_dupes", "perfume_id", id),
    views: sql<number>`select vistas from perfumes where id = ${id}`,
  });
}

/** When two dupes become one and a person or mailbox has a vote, verdict or test on both, the older is kept (RULES.md 1.9). */
export async function votesLostBy(db: Db, id: number, into: number): Promise<number> {
  let lost = 0;
  for (const table of ballots) lost += await lostIn(db, table, id, into);
  return lost;
}

async function lostIn(db: Db, name: string, id: number, into: number): Promise<number> {
  const table = sql.table(name);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from dupes as old
    join dupes as kept on (kept.perfume_id = ${into} or kept.dupe_perfume_id = ${into})
      and kept.perfume_id + kept.dupe_perfume_id - ${into} = old.perfume_id + old.dupe_perfume_id - ${id}
    join ${table} as one on one.dupe_id = old.id
    join ${table} as other on other.dupe_id = kept.id
      and (other.user_id = one.user_id or other.mailbox = one.mailbox)
    where (old.perfume_id = ${id} or old.dupe_perfume_id = ${id})
      and one.state in (${sql.join(ofVoices)}) and other.state in (${sql.join(ofVoices)})`.execute(
    db,
  );
  return Number(rows[0]!.n);
}
