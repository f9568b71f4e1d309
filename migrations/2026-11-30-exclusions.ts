import { type Kysely, sql } from "kysely";
import { isPostgres } from "../db/dialect.ts";
import { addIndex, counted } from "./baseline/baseline-columns.ts";

type Row = Record<string, unknown>;

/**
 * What decisions took away is rows of one table. `uncounted_by`, `removed_votes`, `removed_reviews` and `removed_prices` stay,
 * empty, for a release, which the previous one still uses (RULES.md 14.14).
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("exclusions")
    .addColumn("id", "integer", counted)
    .addColumn("entry", "integer", (c) => c.references("audit_log.id").onDelete("cascade"))
    .addColumn("subject", "text", (c) =>
      c.notNull().check(sql.raw("subject in ('user_votes', 'verdicts', 'dupe_reviews', 'prices')")),
    )
    .addColumn("row_id", "integer", (c) => c.notNull())
    .addUniqueConstraint("exclusions_once", ["subject", "row_id", "entry"])
    .execute();
  await addIndex(db, "exclusions", "exclusions_by_entry", ["entry"]);
  for (const table of ["dupe_reviews", "prices"])
    await db.schema.alterTable(table).addColumn("own_state", "text").execute();
  await neverReuseIds(db);
  await carryOver(db);
}

/** A decision excludes a vote by its id. */
async function neverReuseIds(db: Kysely<any>): Promise<void> {
  if (isPostgres(db)) return;
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'user_votes' and sql is not null`.execute(
    db,
  );
  const [table, ...indexes] = rows.toSorted((a, b) => b.type.localeCompare(a.type));
  const next = table!.sql
    .replace("user_votes", "next_user_votes")
    .replace("primary key", "primary key autoincrement");
  await sql.raw(next).execute(db);
  await sql`insert into next_user_votes select * from user_votes`.execute(db);
  await sql`drop table user_votes`.execute(db);
  await sql`alter table next_user_votes rename to user_votes`.execute(db);
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}

async function carryOver(db: Kysely<any>): Promise<void> {
  const entry = (name: string) => sql`(select id from audit_log where id = ${sql.ref(name)})`;
  for (const table of ["user_votes", "verdicts"])
    await sql`insert into exclusions (entry, subject, row_id)
      select ${entry("uncounted_by")}, ${table}, id from ${sql.table(table)}
      where state = 'uncounted'`.execute(db);
  await carryVotesOver(db, entry);
  for (const [from, { table, key, gone }] of Object.entries(removed)) {
    await sql`insert into exclusions (entry, subject, row_id)
      select ${entry("removed.entry")}, ${table}, own.id
      from ${sql.table(from)} as removed join ${sql.table(table)} as own
        on own.id = ${sql.ref(`removed.${key}`)} and own.version = removed.version
      where own.state = ${gone}`.execute(db);
    const kept = sql`select max(removed.state) from ${sql.table(from)} as removed
      where ${sql.ref(`removed.${key}`)} = own.id and removed.version = own.version`;
    await sql`update ${sql.table(table)} as own set own_state = (${kept})
      where state = ${gone}`.execute(db);
  }
  await carryUndoDataOver(db);
  for (const table of ["removed_votes", ...Object.keys(removed)])
    await sql`delete from ${sql.table(table)}`.execute(db);
}

async function carryVotesOver(
  db: Kysely<any>,
  entry: (name: string) => ReturnType<typeof sql>,
): Promise<void> {
  const kept = sql`removed_votes as removed join dupes on dupes.id = coalesce(
    (select dupe_id from dupe_redirects where old_id = removed.dupe_id), removed.dupe_id)`;
  const same = sql.raw(
    [
      "user_id",
      "voto",
      "created_at",
      "counts_from",
      "counted_at",
      "mailbox",
      "mail_domain",
      "network",
    ]
      .map((column) => `removed.${column}`)
      .join(),
  );
  await sql`insert into user_votes (dupe_id, state, user_id, voto, created_at, counts_from, counted_at, mailbox, mail_domain, network)
    select dupes.id, 'uncounted', ${same} from ${kept} where true
    on conflict do nothing`.execute(db);
  for (const by of ["entry", "uncounted_by"])
    await sql`insert into exclusions (entry, subject, row_id)
      select distinct ${entry(`removed.${by}`)}, 'user_votes', own.id from ${kept}
      join user_votes as own on own.dupe_id = dupes.id and own.user_id = removed.user_id
        and own.created_at = removed.created_at and own.state = 'uncounted'
      where ${sql.ref(`removed.${by}`)} is not null
      on conflict do nothing`.execute(db);
}

/** What an undo would put back is excluded as it was, and by whatever removed its person's since. */
async function carryUndoDataOver(db: Kysely<any>): Promise<void> {
  const standing = await db
    .selectFrom("audit_log")
    .select(["id", "action", "person_id"])
    .where("undone_by", "is", null)
    .where("action", "in", ["uncount", ...Object.keys(removals)])
    .execute();
  const rows = await db
    .selectFrom("changed_rows")
    .select(["id", "entry_id", "place", "before"])
    .where("after", "is", null)
    .where("place", "in", [...Object.values(removals).flat(), ...Object.keys(removed)])
    .orderBy("id")
    .execute();
  const exclude = (entry: unknown, subject: string, row_id: unknown) =>
    db
      .insertInto("exclusions")
      .values({ entry, subject, row_id })
      .onConflict((known) => known.doNothing())
      .execute();
  const stands = (entry: unknown) => standing.some(({ id }) => id === entry);

  const ownStates = new Map<string, unknown>();
  for (const { place, before } of rows) {
    const { table, key } = removed[place] ?? {};
    if (!table || !key) continue;
    const row = JSON.parse(before) as Row;
    ownStates.set(`${table} ${row[key]}`, row.state);
    if (stands(row.entry)) await exclude(row.entry, table, row[key]);
  }
  const ids = await idsOfVotes(db);
  for (const { id, entry_id, place, before } of rows) {
    if (place in removed) continue;
    const { uncounted_by, ...row } = JSON.parse(before) as Row;
    if (place === "user_votes") row.id = ids(row.id as number);
    const own_state = ownStates.get(`${place} ${row.id}`);
    if (own_state !== undefined) row.own_state = own_state;
    const known = { key: JSON.stringify({ id: row.id }), before: JSON.stringify(row) };
    await db.updateTable("changed_rows").set(known).where("id", "=", id).execute();
    if (row.state === "uncounted" && (uncounted_by === null || stands(uncounted_by)))
      await exclude(uncounted_by, place, row.id);
    for (const later of standing)
      if (later.id > entry_id && later.person_id === row.user_id)
        if (removals[later.action]?.includes(place)) await exclude(later.id, place, row.id);
  }
}

const removals: Record<string, string[]> = {
  "remove-votes": ["user_votes", "verdicts"],
  "remove-reviews": ["dupe_reviews"],
  "remove-prices": ["prices"],
};
const removed: Record<string, { table: string; key: string; gone: string }> = {
  removed_reviews: { table: "dupe_reviews", key: "review_id", gone: "removed" },
  removed_prices: { table: "prices", key: "price_id", gone: "refused" },
};

/** @returns the id that a vote in the data of an undo has from now on, as another may have got its own since */
async function idsOfVotes(db: Kysely<any>): Promise<(id: number) => number> {
  if (isPostgres(db)) return (id) => id;
  const { rows } = await sql<{ seq: number }>`
    select max(coalesce((select max(id) from user_votes), 0), coalesce((
      select max(json_extract(key, '$.id')) from changed_rows where place = 'user_votes'), 0)) as seq`.execute(
    db,
  );
  const votes = await db.selectFrom("user_votes").select("id").execute();
  const taken = new Set(votes.map(({ id }) => id));
  let last = rows[0]!.seq;
  const given = await db
    .selectFrom("changed_rows")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("place", "=", "user_votes")
    .executeTakeFirstOrThrow();
  await sql`delete from sqlite_sequence where name = 'user_votes'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values ('user_votes', ${last + given.n})`.execute(
    db,
  );
  return (id) => (taken.has(id) ? ++last : id);
}
