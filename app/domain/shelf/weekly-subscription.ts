import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { userExists } from "#app/domain/accounts/suspended.ts";

const rowsPerStatement = 500;

/** How near and how cheap the dupes of a bottle are: what the weekly email compares (RULES.md 20.5). */
export interface Standing {
  /** of the best dupe, in whole per cent; null where nothing is known */
  similarity: number | null;
  /** of the cheapest dupe, in whole minor units; null where nothing is known */
  price: { amount: number; currency: string } | null;
}

/** Reads how the dupes of bottles stand today, for readers of a language. Every bottle that is asked for is in the answer. */
export type StandingsOf<Known extends Standing = Standing> = (
  db: Db,
  perfumeIds: readonly number[],
  language: string,
) => Promise<ReadonlyMap<number, Known>>;

/** @returns whether the person gets the weekly email */
export async function getsWeeklyEmail(db: Db, userId: string): Promise<boolean> {
  return (await languageOf(db, userId)) !== undefined;
}

async function languageOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shelf_emails")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.language;
}

/**
 * Remembers that a person wants the weekly email, in a language. Of what they want, what stands now is no news (RULES.md
 * 20.5); who asks again changes the language only.
 */
export async function askForWeeklyEmail(
  db: Db,
  { userId, language }: { userId: string; language: string },
  standingsOf: StandingsOf,
  now: Date,
): Promise<"on" | "no-such-person"> {
  return inTransaction(db, async (tx) => {
    if (!(await userExists(tx, userId))) return "no-such-person";
    if (await getsWeeklyEmail(tx, userId)) {
      await tx
        .updateTable("shelf_emails")
        .set({ language })
        .where("user_id", "=", userId)
        .execute();
      return "on";
    }
    await tx
      .insertInto("shelf_emails")
      .values({ user_id: userId, language, since: now.toISOString() })
      .execute();
    const wanted = await tx
      .selectFrom("shelf")
      .select("perfume_id")
      .where("user_id", "=", userId)
      .where("list", "=", "want")
      .execute();
    const ids = wanted.map(({ perfume_id }) => perfume_id);
    await remember(tx, toldTo(userId, await standingsOf(tx, ids, language)), now);
    return "on";
  });
}

/** Ends a person's weekly email. */
export async function stopWeeklyEmail(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("shelf_emails").where("user_id", "=", userId).execute();
}

/** Remembers how bottles stand that were just put into the list of what a person wants, if they get the weekly email. */
export async function rememberIfAsked(
  tx: Db,
  userId: string,
  perfumeIds: readonly number[],
  standingsOf: StandingsOf,
  now: Date,
): Promise<void> {
  const language = await languageOf(tx, userId);
  if (language === undefined) return;
  await remember(tx, toldTo(userId, await standingsOf(tx, perfumeIds, language)), now);
}

/** Remembers how bottles stand that people were told of, or that stand on a shelf for the first time (RULES.md 20.5). */
export async function remember(tx: Db, told: Told[], now: Date): Promise<void> {
  for (let at = 0; at < told.length; at += rowsPerStatement)
    await rememberSome(tx, told.slice(at, at + rowsPerStatement), now);
}

/** @returns what `remember` writes for a person */
export const toldTo = (userId: string, standings: Iterable<readonly [number, Standing]>): Told[] =>
  Array.from(standings, ([perfumeId, standing]) => ({ userId, perfumeId, standing }));

/** What a person knows of a bottle. */
export interface Told {
  userId: string;
  perfumeId: number;
  standing: Standing;
}

/** In one statement: one for each row takes three times as long. */
async function rememberSome(tx: Db, told: Told[], now: Date): Promise<void> {
  const rows = told.map(
    ({ userId, perfumeId, standing: { similarity, price } }) =>
      sql`(${userId}, cast(${perfumeId} as bigint), cast(${similarity} as bigint), cast(${price?.amount ?? null} as bigint), ${price?.currency ?? null})`,
  );
  await sql`
    with told (user_id, perfume_id, similarity, price, currency) as (values ${sql.join(rows)})
    update shelf set
      told_at = ${now.toISOString()},
      told_similarity = told.similarity,
      told_price = told.price,
      told_currency = told.currency
    from told
    where shelf.user_id = told.user_id and shelf.perfume_id = told.perfume_id
  `.execute(tx);
}
