import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { similarity } from "#app/domain/catalog/similarity.ts";
import { verdictCountsOf } from "#app/domain/reviews/verdict-counts.ts";
import { noVerdicts, questions } from "#app/domain/reviews/verdict-questions.ts";
import { hasDistinct } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { isPostgres } from "#db/dialect.ts";
import type { Group } from "#app/domain/prices/summarize.ts";
import { summaryOf } from "#app/domain/prices/summary-of.ts";

/** @returns a line for each stored count, figure or reference that contradicts the rows */
export async function disagreements(db: Db, now: Date): Promise<string[]> {
  return [
    ...(await ofVotes(db)),
    ...(await ofVerdicts(db)),
    ...(await ofTests(db)),
    ...(await ofSources(db)),
    ...(await ofViews(db)),
    ...(await ofPrices(db, now)),
    ...(await ofExclusions(db)),
    ...(await ofReferences(db)),
  ];
}

async function ofVotes(db: Db) {
  const { rows } = await sql<
    Record<"id" | "likes" | "dislikes" | "yes" | "no" | "porcentaje", number> & {
      estimacion: number | null;
    }
  >`
    select dupes.id, likes, dislikes, porcentaje, estimacion,
      count(case voto when 1 then 1 end) as yes, count(case voto when -1 then 1 end) as no
    from dupes left join user_votes on dupe_id = dupes.id and state = 'counted' group by dupes.id`.execute(
    db,
  );
  return rows.flatMap(({ id, likes, dislikes, yes, no, porcentaje, estimacion }) => [
    ...(likes === yes && dislikes === no ? [] : [`dupe ${id}: votes`]),
    ...(porcentaje === similarity(yes, no, estimacion) ? [] : [`dupe ${id}: similarity`]),
  ]);
}

async function ofVerdicts(db: Db) {
  const dupes = (await db.selectFrom("dupes").select("id").execute()).map(({ id }) => id);
  const rows = await db
    .selectFrom("verdicts")
    .selectAll()
    .where("state", "=", "counted")
    .where("silent", "=", 0)
    .execute();
  const stored = await verdictCountsOf(db, dupes);
  return dupes.flatMap((id) => {
    const given = rows.filter((row) => row.dupe_id === id);
    const { verdicts, ...said } = stored.get(id) ?? noVerdicts;
    const isRight = questions.every((question) => {
      const answered = given.filter((row) => row[question] !== null);
      const isHeard = answered.length < 3 || hasDistinct(answered, 3);
      return Object.entries(said[question]).every(
        ([answer, n]) =>
          n === (isHeard ? answered.filter((row) => row[question] === answer).length : 0),
      );
    });
    return isRight && verdicts === given.length ? [] : [`dupe ${id}: verdicts`];
  });
}

async function ofTests(db: Db) {
  const { rows } = await sql<{ id: number }>`
    select dupes.id from dupes
    left join blind_tests as one on one.dupe_id = dupes.id and state = 'counted' and silent = 0
    left join blind_counts as stored on stored.dupe_id = dupes.id
    group by dupes.id, stored.tests, stored.found, stored.few_voices
    having count(one.id) <> coalesce(stored.tests, 0)
      or coalesce(sum(one.found), 0) <> coalesce(stored.found, 0)
      or coalesce(stored.few_voices, 0) <> case
        when count(one.id) >= 5 and count(distinct coalesce(one.network, 'of ' || one.id)) < 5 then 1 else 0 end`.execute(
    db,
  );
  return rows.map(({ id }) => `dupe ${id}: blind tests`);
}

async function ofSources(db: Db) {
  const { rows } = await sql<{ id: number }>`
    select id from dupes where
      sources_for <> (select count(*) from dupe_sources where dupe_id = dupes.id and stance = 'for' and kind <> 'catalogue') or
      sources_against <> (select count(*) from dupe_sources where dupe_id = dupes.id and stance = 'against' and kind <> 'catalogue') or
      catalogues <> (select count(*) from dupe_sources where dupe_id = dupes.id and kind = 'catalogue')`.execute(
    db,
  );
  return rows.map(({ id }) => `dupe ${id}: sources`);
}

async function ofViews(db: Db) {
  const { rows } = await sql<{ what: string }>`
    select 'perfume ' || id || ': views' as what from perfumes
      where vistas + coalesce((select views from perfume_new_views where perfume_id = perfumes.id), 0)
        <> (select count(*) from perfume_searches where perfume_id = perfumes.id)
    union all select 'perfume ' || perfume_id || ': views of ' || month from perfume_month_views
      where views <> (select count(*) from perfume_searches as one
        where one.perfume_id = perfume_month_views.perfume_id and substr(one.created_at, 1, 7) = month)
    union all select 'perfume ' || perfume_id || ': no views of a month' from perfume_searches
      where not exists (select 1 from perfume_month_views as one
        where one.perfume_id = perfume_searches.perfume_id and month = substr(perfume_searches.created_at, 1, 7))`.execute(
    db,
  );
  return rows.map(({ what }) => what);
}

async function ofPrices(db: Db, now: Date) {
  const stored = await db.selectFrom("price_summaries").selectAll().execute();
  const groups = await db
    .selectFrom("prices")
    .select(["perfume_id", "kind", "currency"])
    .$castTo<Group>()
    .union(db.selectFrom("price_summaries").select(["perfume_id", "kind", "currency"]))
    .execute();
  const wrong: string[] = [];
  for (const group of groups) {
    const right = await summaryOf(db, group, now);
    const found = stored.find(
      (one) =>
        one.perfume_id === group.perfume_id &&
        one.kind === group.kind &&
        one.currency === group.currency,
    );
    if (!isDeepStrictEqual(found && { ...found }, right))
      wrong.push(`perfume ${group.perfume_id}: summary of prices`);
  }
  return wrong;
}

async function ofExclusions(db: Db) {
  const tables = ["user_votes", "verdicts", "blind_tests", "dupe_reviews", "prices"] as const;
  const wrong = (table: (typeof tables)[number]) => {
    const isTaken =
      table === "dupe_reviews" || table === "prices"
        ? sql`own_state is not null and state in ('removed', 'refused')`
        : sql`state = 'uncounted'`;
    return sql<{ what: string }>`
      select ${table} || ' ' || id || ': excluded' as what from ${sql.table(table)} as own
      where exists (select 1 from exclusions where subject = ${table} and row_id = own.id)
        <> (${isTaken})`.execute(db);
  };
  const found = await Promise.all(tables.map(wrong));
  return found.flatMap(({ rows }) => rows.map(({ what }) => what));
}

async function ofReferences(db: Db) {
  // PostgreSQL has no such check, and always enforces its foreign keys.
  if (isPostgres(db)) return [];
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    db,
  );
  return rows.map(({ table, parent }) => `${table}: a row without its ${parent}`);
}
