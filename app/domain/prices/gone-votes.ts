import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { shownSince } from "./bounds.ts";
import { refreshSummaries } from "./refresh-summaries.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { isOwn, isPerson, type Voter } from "./voter.ts";

/** Networks whose "gone" holds a price: as many as one shopper can have, at home, on a phone and at work (RULES.md 4.6). */
const enoughNetworks = 3;
/** Reports of one person that hold prices by themselves in 24 hours: more than a shopper needs, and few enough for the desk. */
const aloneADay = 5;
const day = 24 * 60 * 60 * 1000;

export type GoneOutcome =
  | "noted"
  | "held"
  | "withdrawn"
  | "said-already"
  | "no-such-price"
  | "no-such-person";

/** One word per person or network; the author's alone withdraws the price, others' can only hold it (RULES.md 4.6). */
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
      .select(["id", "perfume_id", "kind", "currency", "user_id", "mailbox", "decided_at"])
      .where("id", "=", priceId)
      .where("state", "=", "shown")
      .executeTakeFirst();
    if (!price || !perfumeIds.includes(price.perfume_id)) return "no-such-price";
    const mayHoldAlone = isPerson(by) && (await saidToday(tx, by, now)) < aloneADay;
    if (!(await sayOf(tx, price, by, "gone", now))) return "said-already";
    const own = isOwn(price, by);
    if (!own && !(await isEnough(tx, price, mayHoldAlone))) return "noted";
    await tx
      .updateTable("prices")
      .set((row) => ({ state: own ? "refused" : "held", version: row("version", "+", 1) }))
      .where("id", "=", priceId)
      .execute();
    await refreshSummaries(tx, [price], now);
    return own ? "withdrawn" : "held";
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

interface Price {
  id: number;
  decided_at: string | null;
}

/** @returns false for a repeated word, also for one from before an operator's decision */
export async function sayOf(
  tx: Db,
  price: Price,
  by: Voter,
  says: "gone" | "there",
  now: Date,
): Promise<boolean> {
  const gone = says === "gone" ? (1 as const) : (0 as const);
  const word = {
    user_id: by.confirmed ? by.userId : null,
    said_by: isPerson(by) ? ("person" as const) : ("network" as const),
    mail_domain: by.mailDomain,
    gone,
    at: now.toISOString(),
  };
  const known = await tx
    .selectFrom("price_gone")
    .select(["voter", "gone", "at"])
    .where("price_id", "=", price.id)
    .where("voter", "in", by.hashes)
    .executeTakeFirst();
  if (!known)
    await tx
      .insertInto("price_gone")
      .values({ price_id: price.id, voter: by.hashes[0], ...word })
      .execute();
  else if (known.gone === gone || known.at < (price.decided_at ?? "")) return false;
  else
    await tx
      .updateTable("price_gone")
      .set(word)
      .where("price_id", "=", price.id)
      .where("voter", "=", known.voter)
      .execute();
  return true;
}

/** Also counts words from before the account was deleted. */
async function saidToday(tx: Db, by: Voter, now: Date): Promise<number> {
  const { said } = await tx
    .selectFrom("price_gone")
    .select((row) => row.fn.countAll<number>().as("said"))
    .where((row) =>
      row.or([
        row("voter", "in", by.hashes),
        ...(by.mailDomain === null ? [] : [row("mail_domain", "=", by.mailDomain)]),
      ]),
    )
    .where("gone", "=", 1)
    .where("at", ">", new Date(now.getTime() - day).toISOString())
    .executeTakeFirstOrThrow();
  return Number(said);
}

/** Persons and networks are not added up, because one reader can be both. */
async function isEnough(tx: Db, price: Price, mayHoldAlone: boolean): Promise<boolean> {
  const { persons, networks, there } = (await goneWords(tx, [price.id])).get(price.id)!;
  return networks - there >= enoughNetworks || persons - there >= (mayHoldAlone ? 1 : 2);
}

export interface Words {
  persons: number;
  networks: number;
  /** persons who have seen it again */
  there: number;
}

/** What has been said since the last decision. */
export async function goneWords(db: Db, ids: readonly number[]): Promise<Map<number, Words>> {
  const words = await db
    .selectFrom("price_gone")
    .innerJoin("prices", "prices.id", "price_id")
    .select(["price_id", "voter", "price_gone.mail_domain", "said_by", "gone"])
    .where("price_id", "in", ids)
    .where((row) => row.or([row("decided_at", "is", null), row("at", ">=", row.ref("decided_at"))]))
    .execute();
  const count = (id: number, by: string, gone: number) => {
    const said = words.filter(
      (one) => one.price_id === id && one.said_by === by && one.gone === gone,
    );
    return new Set(said.map(({ mail_domain, voter }) => mail_domain ?? voter)).size;
  };
  return new Map(
    ids.map((id) => [
      id,
      {
        persons: count(id, "person", 1),
        networks: count(id, "network", 1),
        there: count(id, "person", 0),
      },
    ]),
  );
}

export async function deleteOldPriceVotes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("price_gone").where("at", "<", shownSince(now)).execute();
}
