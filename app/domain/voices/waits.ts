import { sql } from "kysely";
import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import type { Db } from "#db/database.ts";
import { daysBefore } from "#db/dialect.ts";
import type { Schema } from "#db/schema.ts";
import type { Speaker } from "./speaker.ts";

/** What is spoken about: of one person, network or own mail domain it hears only so much (RULES.md 5.8). */
const subjects = {
  user_votes: ["dupe_id"],
  verdicts: ["dupe_id"],
  blind_tests: ["dupe_id"],
  review_reports: ["review_id"],
  price_gone: ["price_id"],
  prices: ["perfume_id", "currency", "kind", "shop", "size_ml"],
} as const satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table] & string)[] };

export type Voiced = keyof typeof subjects;
type Subject<Table extends Voiced> = Pick<
  { [Column in (typeof subjects)[Table][number]]: string | number },
  (typeof subjects)[Table][number]
>;

/** Rows that can still count, once their time has come. */
const waiting: Record<Voiced, string> = {
  user_votes: "state = 'waiting'",
  verdicts: "state = 'waiting'",
  blind_tests: "state = 'waiting'",
  review_reports: "decided_at is null",
  price_gone: "counts_from is not null",
  prices: "state = 'held'",
};
/** Rows that still speak for their own mail domain. */
const speaking: Record<Voiced, string> = {
  user_votes: "1 = 1",
  verdicts: "1 = 1",
  blind_tests: "1 = 1",
  review_reports: "1 = 1",
  price_gone: "1 = 1",
  prices: "state = 'shown'",
};

const day = 24 * 60 * 60 * 1000;

// RULES.md 5.8
const newAccountsWait = 3 * day;
const roomOfNetwork = 6;
const roomLasts = 7 * day;
const networksKept = 180 * day;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/**
 * When a voice counts (RULES.md 5.8). Call in the writing transaction, for what a dupe has counts of after `lockDupes`.
 * @param earliest ISO 8601, of a voice that must wait for more than its account's age
 * @returns the columns that its row gets; neither time for who never counts
 */
export async function weigh<Table extends Voiced>(
  tx: Db,
  table: Table,
  subject: Subject<Table>,
  by: Speaker,
  now: Date,
  earliest = "",
) {
  const at = now.toISOString();
  const marks = {
    mailbox: by.mailboxes[0] ?? null,
    mail_domain: by.mailDomain,
    network: by.network,
  };
  const from = await countsFrom(tx, by, now);
  if (from === null) return { ...marks, counts_from: null, counted_at: null };
  const matures = from > earliest ? from : earliest;
  return matures <= at && (await hasRoom(tx, table, subject, by, now))
    ? { ...marks, counts_from: null, counted_at: at }
    : { ...marks, counts_from: matures, counted_at: null };
}

/** @returns ISO 8601; null for visitors, who never count by themselves */
export async function countsFrom(tx: Db, by: Speaker, now: Date): Promise<string | null> {
  if (by.userId === null || !by.confirmed) return null;
  const at = now.toISOString();
  if (by.isTrusted) return at;
  const { created_at, trusted } = await tx
    .selectFrom("usuarios")
    .select(["created_at", "trusted"])
    .where("id", "=", by.userId)
    .executeTakeFirstOrThrow();
  return trusted ? at : matureAt(created_at, at);
}

/** When the account is old enough, or `at`, if it is. */
export const matureAt = (createdAt: string, at: string) => {
  const from = new Date(Date.parse(createdAt) + newAccountsWait).toISOString();
  return from > at ? from : at;
};

const about = (table: Voiced, one: string, other: string) =>
  sql.join(
    subjects[table].map(
      (column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
    ),
    sql` and `,
  );

/** Voices that an operator has uncounted still take room. */
async function hasRoom<Table extends Voiced>(
  db: Db,
  table: Table,
  subject: Subject<Table>,
  by: Pick<Speaker, "network" | "mailDomain" | "mailboxes">,
  now: Date,
): Promise<boolean> {
  const same = sql.join(
    Object.entries(subject).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
  if (by.network !== null) {
    const { rows } = await sql<{
      counted: number;
    }>`select count(*) as counted from ${sql.table(table)}
      where ${same} and network = ${by.network} and counted_at > ${before(now, roomLasts)}`.execute(
      db,
    );
    if (Number(rows[0]!.counted) >= roomOfNetwork) return false;
  }
  if (by.mailDomain === null) return true;
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${same} and mail_domain = ${by.mailDomain} and counted_at is not null and ${sql.raw(speaking[table])}
      and (mailbox is null or mailbox not in (${sql.join(by.mailboxes)})) limit 1`.execute(db);
  return rows.length === 0;
}

type Place = "1" | "of_network";

const networkHasPlace = (table: Voiced, place: Place, now: Date) => sql`
  (waiting.network is null or ${sql.raw(place)} <= ${roomOfNetwork} - (
    select count(*) from ${sql.table(table)} as one
    where ${about(table, "one", "waiting")} and one.network = waiting.network
      and one.counted_at > ${before(now, roomLasts)}))`;

const domainIsSilent = (table: Voiced) => sql`
  (waiting.mail_domain is null or not exists (
    select 1 from ${sql.table(table)} as one
    where ${about(table, "one", "waiting")} and one.mail_domain = waiting.mail_domain
      and one.counted_at is not null and ${sql.raw(speaking[table])}
      and (one.mailbox is null or one.mailbox <> waiting.mailbox)))`;

/**
 * Subquery: the voices whose time has come, the oldest first, as many of each network and own mail domain as a subject
 * has room for; not those of suspended people.
 */
export function due(db: Db, table: Voiced, now: Date) {
  const subject = sql.join(subjects[table].map((column) => sql.ref(column)));
  const inOrder = sql`order by counts_from, id`;
  return sql<{ id: number }>`
    (select id, ${subject} from (
      select id, ${subject}, network, mail_domain,
        row_number() over (partition by ${subject}, network ${inOrder}) as of_network,
        row_number() over (partition by ${subject}, mail_domain ${inOrder}) as of_domain
      from ${sql.table(table)} as waiting
      where ${sql.raw(waiting[table])} and counts_from <= ${now.toISOString()}
        and (user_id is null or user_id not in ${suspendedNow(db, now)})
        and ${networkHasPlace(table, "1", now)} and ${domainIsSilent(table)}
    ) as waiting
    where ${networkHasPlace(table, "of_network", now)} and (mail_domain is null or of_domain = 1))`;
}

/** At most `limit` ids of voices whose time has come. */
export async function dueIds(db: Db, table: Voiced, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${due(db, table, now)} as due order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Call in the transaction that counts the voice: whether it is still due, and has room after those counted since. */
export async function isDue(tx: Db, table: Voiced, id: number, now: Date): Promise<boolean> {
  type Row = { network: string | null; mail_domain: string | null; mailbox: string | null };
  const subject = sql.join(subjects[table].map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    select network, mail_domain, mailbox, ${subject} from ${sql.table(table)}
    where id = ${id} and ${sql.raw(waiting[table])} and counts_from <= ${now.toISOString()}
      and (user_id is null or user_id not in ${suspendedNow(tx, now)})`.execute(tx);
  if (!rows[0]) return false;
  const { network, mail_domain: mailDomain, mailbox, ...about } = rows[0];
  const by = { network, mailDomain, mailboxes: [mailbox ?? ""] };
  return hasRoom(tx, table, about as Subject<Voiced>, by, now);
}

/** Of a dupe that another one's voices joined: the younger ones of an own mail domain wait, and of a network's those after six a week. */
export async function letOthersWait(
  tx: Db,
  table: "user_votes" | "verdicts" | "blind_tests",
  dupeId: number,
  at: string,
): Promise<void> {
  const week = roomLasts / day;
  await sql`update ${sql.table(table)} as one set counts_from = ${at}, counted_at = null,
      state = case when state = 'counted' then 'waiting' else state end
    where dupe_id = ${dupeId} and counted_at is not null and (
      exists (select 1 ${earlier(table)} and other.mail_domain = one.mail_domain)
      or ${roomOfNetwork} <= (select count(*) ${earlier(table)} and other.network = one.network
        and other.counted_at > ${daysBefore(tx, "one.counted_at", week)}))`.execute(tx);
}

const earlier = (table: Voiced) => sql`from ${sql.table(table)} as other
  where other.dupe_id = one.dupe_id and other.counted_at is not null
    and (other.created_at, other.id) < (one.created_at, one.id)`;

export const voiced = Object.keys(subjects) as Voiced[];

/** Networks are known for 180 days; what waits for room in its network keeps it, or all of them would count at once then. */
export async function deleteOldVoiceNetworks(db: Db, now: Date): Promise<void> {
  const old = before(now, networksKept);
  for (const table of voiced)
    await sql`update ${sql.table(table)} set network = null
      where network is not null and created_at < ${old} and (counted_at is null or counted_at < ${old})
        and (counts_from is null or mail_domain is not null or not (${sql.raw(waiting[table])}))`.execute(
      db,
    );
}
