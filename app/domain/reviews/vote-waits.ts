import { sql } from "kysely";
import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { lockDupes, recountVotes } from "#app/domain/catalog/recount.ts";
import { bottlesOfDupes } from "#app/domain/catalog/relations.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { recountVerdicts } from "./verdict-counts.ts";

/** Tables whose rows count only after a wait, and no more than a network has room for. */
export type Ballots = "user_votes" | "verdicts";

export const recount = { user_votes: recountVotes, verdicts: recountVerdicts };
export const tables = Object.keys(recount) as Ballots[];

const day = 24 * 60 * 60 * 1000;

// RULES.md 5.8
export const newAccountsWait = 3 * day;
const roomOfOrigin = 6;
const roomLasts = 7 * day;
const networksKept = 30 * day;

/** per run of the chore, so that it never holds other writers up for long */
const most = { dupes: 500, votes: 1000 };

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** Keyed hashes; what is null has room. */
interface Origin {
  network: string | null;
  mail_domain: string | null;
}

/** Votes that an operator has uncounted still take room. Call after `lockDupes`. */
export async function hasRoom(
  db: Db,
  table: Ballots,
  dupeId: number,
  origin: Origin,
  now: Date,
): Promise<boolean> {
  for (const column of ["network", "mail_domain"] as const) {
    const hash = origin[column];
    if (hash === null) continue;
    const { counted } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("counted"))
      .where("dupe_id", "=", dupeId)
      .where(column, "=", hash)
      .where("counted_at", ">", before(now, roomLasts))
      .executeTakeFirstOrThrow();
    if (Number(counted) >= roomOfOrigin) return false;
  }
  return true;
}

type Place = "1" | "of_network" | "of_domain";

const hasPlace = (table: Ballots, column: keyof Origin, place: Place, now: Date) => sql`
  (${sql.ref(`waiting.${column}`)} is null or ${sql.raw(place)} <= ${roomOfOrigin} - (
    select count(*) from ${sql.table(table)} as one
    where one.dupe_id = waiting.dupe_id and ${sql.ref(`one.${column}`)} = ${sql.ref(`waiting.${column}`)}
      and one.counted_at > ${before(now, roomLasts)}))`;

/** The oldest first, as many of each network and mail domain as it has room for; not those of suspended people. Where either is full, a vote takes no place in the other. */
const due = (db: Db, table: Ballots, now: Date) => sql<{ id: number; dupe_id: number }>`
  (select id, dupe_id from (
    select id, dupe_id, network, mail_domain,
      row_number() over (partition by dupe_id, network order by counts_from, id) as of_network,
      row_number() over (partition by dupe_id, mail_domain order by counts_from, id) as of_domain
    from ${sql.table(table)} as waiting
    where state = 'waiting' and counts_from <= ${now.toISOString()}
      and (user_id is null or user_id not in ${suspendedNow(db, now)})
      and ${hasPlace(table, "network", "1", now)} and ${hasPlace(table, "mail_domain", "1", now)}
  ) as waiting
  where ${hasPlace(table, "network", "of_network", now)} and ${hasPlace(table, "mail_domain", "of_domain", now)})`;

/** @returns the bottles whose pages show other figures now */
export async function countDueVotes(db: Db, now: Date) {
  const dupes = new Set<number>();
  for (const table of tables) {
    const { rows } = await sql<{ dupe_id: number }>`
      select distinct dupe_id from ${due(db, table, now)} as due
      order by dupe_id limit ${most.dupes}`.execute(db);
    for (const { dupe_id } of rows) {
      dupes.add(dupe_id);
      await inTransaction(db, (tx) => countDueOn(tx, table, dupe_id, now), "read committed");
    }
  }
  return bottlesOfDupes(db, [...dupes]);
}

async function countDueOn(tx: Db, table: Ballots, dupeId: number, now: Date): Promise<void> {
  await lockDupes(tx, [dupeId]);
  await sql`update ${sql.table(table)}
    set state = 'counted', counted_at = ${now.toISOString()}, counts_from = null
    where id in (
      select id from ${due(tx, table, now)} as due where dupe_id = ${dupeId}
      order by id limit ${most.votes})`.execute(tx);
  await recount[table](tx, [dupeId]);
}

/** Also mail domains. A vote that waits for room keeps both. */
export async function deleteOldVoteNetworks(db: Db, now: Date): Promise<void> {
  for (const table of tables)
    await db
      .updateTable(table)
      .set({ network: null, mail_domain: null })
      .where((row) => row.or([row("network", "is not", null), row("mail_domain", "is not", null)]))
      .where("created_at", "<", before(now, networksKept))
      .where("state", "!=", "waiting")
      .where((row) =>
        row.or([row("counted_at", "is", null), row("counted_at", "<", before(now, networksKept))]),
      )
      .execute();
}
