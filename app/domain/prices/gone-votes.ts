import { sql } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { shownSince } from "./bounds.ts";
import { refreshSummaries } from "./summaries.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";

export interface Voter {
  userId: string | null;
  /** if false, they count as a visitor; without emails every account counts as confirmed */
  confirmed: boolean;
  /** keyed hash of the person or the visitor's network */
  voter: string;
}

/** required majority of "gone" over "there" (RULES.md 4.6) */
const enoughAgainst = 2;

export type GoneOutcome =
  | "noted"
  | "no-longer-shown"
  | "said-already"
  | "no-such-price"
  | "no-such-person";

/** One report per person or network; the author's alone is enough (RULES.md 4.6). */
export async function sayGone(
  db: Db,
  priceId: number,
  perfumeIds: readonly number[],
  by: Voter,
  now: Date,
): Promise<GoneOutcome> {
  return inTransaction(db, async (tx) => {
    if (by.userId !== null && !(await mayWrite(tx, by.userId))) return "no-such-person";
    const price = await tx
      .selectFrom("prices")
      .select(["id", "perfume_id", "kind", "currency", "user_id"])
      .where("id", "=", priceId)
      .where("state", "=", "shown")
      .executeTakeFirst();
    if (!price || !perfumeIds.includes(price.perfume_id)) return "no-such-price";
    if (!(await sayOf(tx, priceId, by, "gone", now))) return "said-already";
    const own = by.userId !== null && by.userId === price.user_id;
    if (!own && (await mostAgainst(tx, priceId)) < enoughAgainst) return "noted";
    await tx.updateTable("prices").set({ state: "refused" }).where("id", "=", priceId).execute();
    await refreshSummaries(tx, [price], now);
    return "no-longer-shown";
  });
}

export async function bottleOfSighting(db: Db, priceId: number): Promise<number | null> {
  const price = await db
    .selectFrom("prices")
    .select("perfume_id")
    .where("id", "=", priceId)
    .executeTakeFirst();
  return price?.perfume_id ?? null;
}

/** @returns false for a repeated statement */
export async function sayOf(
  tx: Db,
  priceId: number,
  { userId, confirmed, voter }: Voter,
  says: "gone" | "there",
  now: Date,
): Promise<boolean> {
  const gone = says === "gone" ? (1 as const) : (0 as const);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("price_gone")
    .values({
      price_id: priceId,
      voter,
      user_id: confirmed ? userId : null,
      gone,
      at: now.toISOString(),
    })
    .onConflict((known) =>
      known
        .columns(["price_id", "voter"])
        .doUpdateSet({ gone, at: now.toISOString() })
        .where("price_gone.gone", "!=", gone),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** The larger of persons and networks against, minus persons for; not their sum, because one reader can be both. */
async function mostAgainst(tx: Db, priceId: number): Promise<number> {
  const { persons, networks, there } = await tx
    .selectFrom("price_gone")
    .select([
      sql<number>`coalesce(sum(case when gone = 1 and user_id is not null then 1 end), 0)`.as(
        "persons",
      ),
      sql<number>`coalesce(sum(case when gone = 1 and user_id is null then 1 end), 0)`.as(
        "networks",
      ),
      sql<number>`coalesce(sum(case when gone = 0 then 1 end), 0)`.as("there"),
    ])
    .where("price_id", "=", priceId)
    .executeTakeFirstOrThrow();
  return Math.max(Number(persons), Number(networks)) - Number(there);
}

export async function deleteOldPriceVotes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("price_gone").where("at", "<", shownSince(now)).execute();
}
