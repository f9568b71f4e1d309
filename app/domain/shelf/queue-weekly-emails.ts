import { createBackgroundYield, type YieldToEventLoop } from "#app/jobs/yield-to-event-loop.ts";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { chunks } from "#db/chunks.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type DupeStanding, standingsOf } from "#app/domain/prices/standings.ts";
import { queueIfDeliverable } from "#app/mail/outbox.ts";
import { type Sender, type Subscriber, weeklyEmail } from "./shelf-emails.ts";
import { remember, type Told, toldTo } from "./told-standings.ts";
import { type News, newsOf, type Wanted, wantedBy } from "./weekly-news.ts";

const day = 24 * 60 * 60 * 1000;
const week = 7 * day;
const peoplePerTurn = 25;
const bottlesAtOnce = 40;
/** due in a second, fewer than three slow connections can send: otherwise a link to sign in would wait behind thousands */
const perSecond = 10;
const bottlesKept = 20_000;

/**
 * Yields to other work after every few people (RULES.md 7.5); nobody gets two emails, however many processes
 * run this. @param signal stops it early @returns how many were queued
 */
export async function writeWeeklyEmails(
  db: Db,
  sender: Sender,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const yieldToEventLoop = createBackgroundYield();
  let known: KnownStandings = new LRUCache({ max: bottlesKept });
  let last: Subscriber | undefined;
  let queued = 0;
  for (;;) {
    const people = await nextDue(db, last, now);
    if (people.length === 0 || signal?.aborted) return queued;
    for (const [language, group] of Map.groupBy(people, (person) => person.language)) {
      if (language !== last?.language) known = new LRUCache({ max: bottlesKept });
      last = group.at(-1)!;
      const wants = await wantedBy(
        db,
        group.map(({ user_id }) => user_id),
      );
      await learn(db, known, wants, language, now, yieldToEventLoop);
      const due = group.flatMap((person) => digestOf(person, wants, known) ?? []);
      queued += await tellOrRemember(db, sender, due, now, queued);
      await yieldToEventLoop();
    }
  }
}

type KnownStandings = LRUCache<number, DupeStanding>;

// More than a day in the future: the clock was set back (RULES.md 12.9). Slightly later times come from other processes.
function isDue(now: Date) {
  const weekAgo = new Date(now.getTime() - week).toISOString();
  const tomorrow = new Date(now.getTime() + day).toISOString();
  return sql<boolean>`(last_sent_at is null or last_sent_at <= ${weekAgo} or last_sent_at > ${tomorrow})`;
}

function nextDue(db: Db, last: Subscriber | undefined, now: Date): Promise<Subscriber[]> {
  return db
    .selectFrom("shelf_emails")
    .innerJoin("accounts", "accounts.user_id", "shelf_emails.user_id")
    .select(["shelf_emails.user_id", "language", "email"])
    .where("confirmed_at", "is not", null)
    .where(isDue(now))
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

async function learn(
  db: Db,
  known: KnownStandings,
  wants: Wanted[],
  language: string,
  now: Date,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const ids = new Set(wants.map(({ perfume_id }) => perfume_id));
  const unknown = [...ids].filter((id) => !known.has(id));
  for (const some of chunks(unknown, bottlesAtOnce)) {
    for (const [id, standing] of await standingsOf(db, some, language, now, "vouched"))
      known.set(id, standing);
    await yieldToEventLoop();
  }
}

interface Digest {
  subscriber: Subscriber;
  news: News[];
  told: Told[];
}

function digestOf(subscriber: Subscriber, wants: Wanted[], known: KnownStandings): Digest | null {
  const compared = wants
    .filter(({ user_id }) => user_id === subscriber.user_id)
    .flatMap((wanted) => {
      const standing = known.get(wanted.perfume_id);
      return standing ? [{ wanted, standing, news: newsOf(wanted, standing) }] : [];
    });
  const news = compared.flatMap((one) => one.news ?? []);
  const remembered =
    news.length > 0 ? compared : compared.filter(({ wanted }) => wanted.told_at === null);
  if (remembered.length === 0) return null;
  const standings = remembered.map(
    ({ wanted, standing }) => [wanted.perfume_id, standing] as const,
  );
  return { subscriber, news, told: toldTo(subscriber.user_id, standings) };
}

async function tellOrRemember(
  db: Db,
  sender: Sender,
  digests: Digest[],
  now: Date,
  queuedBefore: number,
): Promise<number> {
  if (digests.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    let queued = 0;
    const remembered: Told[] = [];
    for (const { subscriber, news, told } of digests) {
      if (news.length > 0) {
        // Another process may have sent it.
        if (!(await claim(tx, subscriber.user_id, now))) continue;
        const due = new Date(
          now.getTime() + 1000 * Math.floor((queuedBefore + queued) / perSecond),
        );
        if (await queueIfDeliverable(tx, weeklyEmail(sender, subscriber, news), now, due)) queued++;
      }
      remembered.push(...told);
    }
    await remember(tx, remembered, now);
    return queued;
  });
}

// False if the person got an email meanwhile, or has unsubscribed.
async function claim(tx: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("shelf_emails")
    .set({ last_sent_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where(isDue(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
