import { type SqlBool, sql } from "kysely";
import { requireWriter, suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { hasDistinct, isOwn, ownRow, type Speaker } from "#app/domain/voices/speaker.ts";
import { dueIds, isDue, weigh } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { shownSince } from "./bounds.ts";
import { renewPrices } from "./refresh-summaries.ts";

/** Distinct voices that hold a price which one person reported (RULES.md 4.6). */
const enoughVoices = 3;
/** Some of this many words decide. */
const maxCounted = 100;
const mostDue = 1000;

export type GoneOutcome = "noted" | "held" | "withdrawn" | "said-already";

/** One word per mailbox; the author's alone withdraws the price, three others' hold it, or ask operators about a vouched one (RULES.md 4.6). @throws Refused "no-such-person", "no-such-price" */
export async function sayGone(
  db: Db,
  priceId: number,
  by: Speaker & { userId: string },
  now: Date,
): Promise<GoneOutcome> {
  return inTransaction(db, async (tx) => {
    await requireWriter(tx, by.userId);
    const price = await findShown(tx, priceId);
    if (!price) throw new Refused("no-such-price");
    if (isOwn(price, by)) {
      // Else it would count as an operator's refusal, which keeps others' prices away.
      const undecided = { decided_at: null, decided_by: null };
      await tx.updateTable("prices").set(undecided).where("id", "=", price.id).execute();
      await takeAway(tx, price, "refused", now);
      return "withdrawn";
    }
    if (!(await addWord(tx, price, by, now))) return "said-already";
    return (await holdIfGone(tx, price, now)) ? "held" : "noted";
  });
}

/** @returns the bottle of a price on a page with those bottles @throws Refused "no-such-price" */
export async function bottleOfPrice(
  db: Db,
  priceId: number,
  onPage: readonly number[],
): Promise<number> {
  const price = await db
    .selectFrom("prices")
    .select("perfume_id")
    .where("id", "=", priceId)
    .where("perfume_id", "in", onPage)
    .executeTakeFirst();
  if (!price) throw new Refused("no-such-price");
  return price.perfume_id;
}

type Shown = NonNullable<Awaited<ReturnType<typeof findShown>>>;

const findShown = (db: Db, id: number) =>
  db
    .selectFrom("prices")
    .select(["id", "perfume_id", "kind", "currency", "user_id", "mailbox"])
    .select(["decided_at", "vouched"])
    .where("id", "=", id)
    .where("state", "=", "shown")
    .executeTakeFirst();

/** @returns false for a repeated word; after an operator's decision it can be said anew */
async function addWord(tx: Db, price: Shown, by: Speaker, now: Date): Promise<boolean> {
  const own = (row: typeof tx) =>
    row.selectFrom("price_gone").select("id").where("price_id", "=", price.id).where(ownRow(by));
  const settled = own(tx).where("created_at", "<", price.decided_at ?? "");
  await tx.deleteFrom("price_gone").where("id", "in", settled).execute();
  if (await own(tx).executeTakeFirst()) return false;
  const weight = await weigh(tx, "price_gone", { price_id: price.id }, by, now);
  await tx
    .insertInto("price_gone")
    .values({ price_id: price.id, user_id: by.userId, created_at: now.toISOString(), ...weight })
    .execute();
  return true;
}

/** Voices since the last decision that count, of people who are neither suspended nor gone, by price. */
export async function goneVoices(db: Db, ids: readonly number[]) {
  const words = await db
    .selectFrom("price_gone as word")
    .innerJoin("prices", "prices.id", "price_id")
    .select(["price_id", "word.user_id", "word.mailbox", "word.mail_domain", "word.network"])
    .where("price_id", "in", ids)
    .where("word.counted_at", "is not", null)
    .where("word.user_id", "is not", null)
    .where("word.user_id", "not in", suspendedNow(db))
    .where((row) =>
      row.or([row("decided_at", "is", null), row("word.created_at", ">=", row.ref("decided_at"))]),
    )
    .orderBy("word.id")
    .limit(maxCounted * ids.length)
    .execute();
  return Map.groupBy(words, ({ price_id }) => price_id);
}

export async function isSaidGone(db: Db, id: number): Promise<boolean> {
  const voices = (await goneVoices(db, [id])).get(id) ?? [];
  return hasDistinct(voices.slice(0, maxCounted), enoughVoices);
}

/** Nothing but an operator holds a vouched price. @returns whether it is held */
async function holdIfGone(tx: Db, price: Shown, now: Date): Promise<boolean> {
  if (!(await isSaidGone(tx, price.id))) return false;
  if (price.vouched === 0) await takeAway(tx, price, "held", now);
  else await tx.updateTable("prices").set({ disputed: 1 }).where("id", "=", price.id).execute();
  return price.vouched === 0;
}

async function takeAway(tx: Db, price: Shown, state: "held" | "refused", now: Date) {
  await tx
    .updateTable("prices")
    .set((row) => ({ state, disputed: 0, version: row("version", "+", 1) }))
    .where("id", "=", price.id)
    .execute();
  await renewPrices(tx, [price], now);
}

/** Counts the words whose time has come (RULES.md 5.8). @returns the bottles whose prices changed */
export async function countDueWords(db: Db, now: Date): Promise<number[]> {
  const bottles: number[] = [];
  for (const id of await dueIds(db, "price_gone", now, mostDue))
    await inTransaction(db, async (tx) => {
      if (!(await isDue(tx, "price_gone", id, now))) return;
      const { price_id } = await tx
        .updateTable("price_gone")
        .set({ counted_at: now.toISOString(), counts_from: null })
        .where("id", "=", id)
        .returning("price_id")
        .executeTakeFirstOrThrow();
      const price = await findShown(tx, price_id);
      if (price && (await holdIfGone(tx, price, now))) bottles.push(price.perfume_id);
    });
  return bottles;
}

/** Held because others said so; the author neither replaces nor deletes it, or could send it again (RULES.md 4.6). */
export const heldAsGone = sql<SqlBool>`(state = 'held' and exists (
  select 1 from price_gone where price_id = prices.id))`;

export async function deleteOldGoneWords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("price_gone").where("created_at", "<", shownSince(now)).execute();
}
