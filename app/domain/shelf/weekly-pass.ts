import { setImmediate as othersTurn } from "node:timers/promises";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { address, type Email, queueEmail } from "#app/mail/outbox.ts";
import {
  remember,
  type Standing,
  type StandingsOf,
  type Told,
  toldTo,
} from "./weekly-subscription.ts";

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;
/** people looked at in one turn of the event loop */
const peoplePerTurn = 25;
/** bottles whose standing is read at once, and kept while the people of one language are gone through */
const bottlesAtOnce = 40;
const bottlesKept = 20_000;

/** A bottle whose dupes are nearer or cheaper than its owner was last told. */
export interface News<Known extends Standing = Standing> {
  perfume: { id: number; marca: string; nombre: string };
  standing: Known;
  closer: boolean;
  cheaper: boolean;
  /** what was told last */
  before: Standing;
}

/** An email that is due. */
export interface Digest<Known extends Standing = Standing> {
  userId: string;
  /** the person's address */
  email: string;
  language: string;
  news: News<Known>[];
}

/**
 * Queues the weekly emails that are due: to everybody who asked, with a confirmed address, to whom none was sent in the last
 * seven days, and for whom there is news. Goes through all of them a few at a time, and lets others have their turn between;
 * nobody gets two, in however many processes this runs.
 * @param emailOf makes the email @param signal ends it early @returns how many were queued
 */
export async function writeWeeklyEmails<Known extends Standing>(
  db: Db,
  standingsOf: StandingsOf<Known>,
  emailOf: (digest: Digest<Known>) => Email,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const isDue = dueAt(now);
  let known = new LRUCache<number, Known>({ max: bottlesKept });
  let last: Subscriber | undefined;
  let queued = 0;
  for (;;) {
    const people = await nextDue(db, last, isDue);
    if (people.length === 0 || signal?.aborted) return queued;
    for (const [language, group] of Map.groupBy(people, (person) => person.language)) {
      if (language !== last?.language) known = new LRUCache({ max: bottlesKept });
      last = group.at(-1)!;
      const wants = await wantedBy(db, group);
      await learn(db, known, standingsOf, wants, language);
      const due = group.flatMap((person) => digestOf(person, wants, known));
      queued += await tellOrRemember(db, due, emailOf, { now, isDue });
      await othersTurn();
    }
  }
}

type IsDue = ReturnType<typeof dueAt>;

/**
 * @returns the condition that none was sent in the last seven days. One of a later day is of a clock that has been set back
 * since (RULES.md 8.2); not one of a moment later, which another process may have sent while this one goes through all
 */
function dueAt(now: Date) {
  const weekAgo = new Date(now.getTime() - week).toISOString();
  const tomorrow = new Date(now.getTime() + day).toISOString();
  return sql<boolean>`(last_sent_at is null or last_sent_at <= ${weekAgo} or last_sent_at > ${tomorrow})`;
}

interface Subscriber {
  user_id: string;
  language: string;
  email: string;
}

/** In the order of language and id, after `last`. */
function nextDue(db: Db, last: Subscriber | undefined, isDue: IsDue): Promise<Subscriber[]> {
  return db
    .selectFrom("shelf_emails")
    .innerJoin("accounts", "accounts.user_id", "shelf_emails.user_id")
    .select(["shelf_emails.user_id", "language", "email"])
    .where("confirmed_at", "is not", null)
    .where(isDue)
    .$if(last !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(shelf_emails.language, shelf_emails.user_id) > (${last!.language}, ${last!.user_id})`,
      ),
    )
    .orderBy("language")
    .orderBy("shelf_emails.user_id")
    .limit(peoplePerTurn)
    .execute();
}

type Wanted = Awaited<ReturnType<typeof wantedBy>>[number];

function wantedBy(db: Db, people: Subscriber[]) {
  return db
    .selectFrom("shelf")
    .select(["user_id", "perfume_id", "since"])
    .select(["told_at", "told_similarity", "told_price", "told_currency"])
    .where(
      "user_id",
      "in",
      people.map(({ user_id }) => user_id),
    )
    .where("list", "=", "want")
    .orderBy("user_id")
    .orderBy("since", "desc")
    .orderBy("perfume_id")
    .execute();
}

/** Reads how the bottles stand of which that is not known yet. */
async function learn<Known extends Standing>(
  db: Db,
  known: LRUCache<number, Known>,
  standingsOf: StandingsOf<Known>,
  wants: Wanted[],
  language: string,
): Promise<void> {
  const ids = [...new Set(wants.map(({ perfume_id }) => perfume_id))];
  const unknown = ids.filter((id) => !known.has(id));
  for (let at = 0; at < unknown.length; at += bottlesAtOnce) {
    const some = unknown.slice(at, at + bottlesAtOnce);
    for (const [id, standing] of await standingsOf(db, some, language)) known.set(id, standing);
    await othersTurn();
  }
}

interface Due<Known extends Standing> extends Subscriber {
  /** all that the person wants, as it stands now */
  standings: [number, Known][];
  news: { wanted: Wanted; standing: Known; closer: boolean; cheaper: boolean }[];
}

/** @returns the person with what is new for them, or with what was never compared before; none when there is neither */
function digestOf<Known extends Standing>(
  person: Subscriber,
  wants: Wanted[],
  known: LRUCache<number, Known>,
): Due<Known>[] {
  const own = wants.filter(({ user_id }) => user_id === person.user_id);
  const standings = own.flatMap((wanted) => {
    const standing = known.get(wanted.perfume_id);
    return standing ? [{ wanted, standing, ...compare(wanted, standing) }] : [];
  });
  const news = standings.filter(({ closer, cheaper }) => closer || cheaper);
  const unseen = standings.filter(({ wanted }) => wanted.told_at === null);
  const remembered = news.length > 0 ? standings : unseen;
  if (remembered.length === 0) return [];
  return [
    {
      ...person,
      news,
      standings: remembered.map(({ wanted, standing }) => [wanted.perfume_id, standing]),
    },
  ];
}

/** Nearer by the figure that pages show; cheaper in the same currency; the first figure or price that there is counts, too. */
function compare(wanted: Wanted, { similarity, price }: Standing) {
  if (wanted.told_at === null) return { closer: false, cheaper: false };
  const { told_similarity, told_price, told_currency } = wanted;
  const comparable = told_currency === null || told_currency === price?.currency;
  return {
    closer: similarity !== null && similarity > (told_similarity ?? -1),
    cheaper: price !== null && comparable && price.amount < (told_price ?? Infinity),
  };
}

/** Queues the emails, and remembers what they say, in one transaction. */
async function tellOrRemember<Known extends Standing>(
  db: Db,
  due: Due<Known>[],
  emailOf: (digest: Digest<Known>) => Email,
  { now, isDue }: { now: Date; isDue: IsDue },
): Promise<number> {
  if (due.length === 0) return 0;
  const names = await namesOf(
    db,
    due.flatMap(({ news }) => news.map(({ wanted }) => wanted.perfume_id)),
  );
  return inTransaction(db, async (tx) => {
    let queued = 0;
    const remembered: Told[] = [];
    for (const { user_id, email, language, news, standings } of due) {
      const told = news.flatMap((one) => toNews(one, names));
      if (told.length > 0) {
        // Another process may have been here.
        if (!(await claim(tx, user_id, now, isDue))) continue;
        const message = emailOf({ userId: user_id, email, language, news: told });
        // Google's word for an address is not ours: one that nothing can be sent to holds nobody else up.
        if (address.safeParse(message.to).success) {
          await queueEmail(tx, message, now);
          queued++;
        }
      }
      remembered.push(...toldTo(user_id, standings));
    }
    await remember(tx, remembered, now);
    return queued;
  });
}

type Names = ReadonlyMap<number, News["perfume"]>;

function toNews<Known extends Standing>(
  { wanted, standing, closer, cheaper }: Due<Known>["news"][number],
  names: Names,
): News<Known>[] {
  const perfume = names.get(wanted.perfume_id);
  if (!perfume) return [];
  const { told_similarity: similarity, told_price: amount, told_currency: currency } = wanted;
  const price = amount === null || currency === null ? null : { amount, currency };
  return [{ perfume, standing, closer, cheaper, before: { similarity, price } }];
}

async function namesOf(db: Db, perfumeIds: number[]): Promise<Names> {
  if (perfumeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("perfumes")
    .select(["id", "marca", "nombre"])
    .where("id", "in", [...new Set(perfumeIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns false when the person has got an email meanwhile, or wants none any more */
async function claim(tx: Db, userId: string, now: Date, isDue: IsDue): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shelf_emails")
    .set({ last_sent_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where(isDue)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
