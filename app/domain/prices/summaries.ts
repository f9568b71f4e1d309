import { setImmediate as othersTurn } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { PriceSummariesTable, PricesTable } from "#db/schema.ts";
import { median, valueOf } from "./amounts.ts";
import { freshDays, type Kind, shownDays, shownSince } from "./bounds.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { notBy, type Voter, voiceOf } from "./voter.ts";

export type Summary = Selectable<PriceSummariesTable>;

export interface Group {
  perfume_id: number;
  kind: Kind | "vouched";
  currency: string;
}

/** Limits the cost of a summary (RULES.md 4.5). */
const maxCounted = 1000;
/** Fewer are read one by one; more, by an import or housekeeping, these many in one statement. */
const groupsPerStatement = 100;
const sightingsPerStatement = 20_000;

const counted = [
  "id",
  "user_id",
  "mailbox",
  "mail_domain",
  "amount_cents",
  "size_ml",
  "seen_on",
] as const;
type Counted = Pick<Selectable<PricesTable>, (typeof counted)[number]>;

/** Computes the current summary, for "vouched" of the bottles of RULES.md 4.10; `without` excludes a person's sightings. */
export async function summaryOf(
  db: Db,
  group: Group,
  now: Date,
  without?: Voter,
): Promise<Summary | undefined> {
  const sightings = await shownSightings(db, now)
    .select(counted)
    .where("perfume_id", "=", group.perfume_id)
    .where("currency", "=", group.currency)
    .where("kind", "=", group.kind === "vouched" ? "bottle" : group.kind)
    .$if(group.kind === "vouched", (query) => query.where("vouched", "=", 1))
    .$if(without !== undefined, (query) => query.where(notBy(without!)))
    .limit(maxCounted)
    .execute();
  return summarized(group, sightings, now);
}

/** Newest first. */
const shownSightings = (db: Db, now: Date) =>
  db
    .selectFrom("prices")
    .where("state", "=", "shown")
    .where("seen_on", ">=", shownSince(now))
    .where("shop", "not in", (of) =>
      of.selectFrom("shops").select("host").where("state", "=", "blocked"),
    )
    .orderBy("seen_on", "desc")
    .orderBy("id", "desc");

/** Like `summaryOf` of each. */
async function summariesOf(db: Db, groups: Group[], now: Date): Promise<(Summary | undefined)[]> {
  const oneByOne = async () => {
    const summaries: (Summary | undefined)[] = [];
    for (const group of groups) summaries.push(await summaryOf(db, group, now));
    return summaries;
  };
  if (groups.length < groupsPerStatement) return oneByOne();
  const sightings = await shownSightings(db, now)
    .select([...counted, "perfume_id", "currency", "kind", "vouched"])
    .where("perfume_id", "in", [...new Set(groups.map(({ perfume_id }) => perfume_id))])
    .limit(sightingsPerStatement)
    .execute();
  if (sightings.length === sightingsPerStatement) return oneByOne();
  const found = Map.groupBy(sightings, keyOf);
  const vouched = sightings.filter((one) => one.kind === "bottle" && one.vouched === 1);
  for (const [key, own] of Map.groupBy(vouched, (one) => keyOf({ ...one, kind: "vouched" })))
    found.set(key, own);
  return groups.map((group) =>
    summarized(group, found.get(keyOf(group))?.slice(0, maxCounted) ?? [], now),
  );
}

/** @param sightings newest first, so that the newer of equal prices wins */
function summarized(
  { perfume_id, kind, currency }: Group,
  sightings: Counted[],
  now: Date,
): Summary | undefined {
  const [newest, oldest] = [sightings[0], sightings.at(-1)];
  if (!newest || !oldest) return undefined;
  const freshSince = addDays(dayOf(now), -freshDays);
  const fresh = sightings.filter((one) => one.seen_on >= freshSince);
  const reference = fresh.length > 0 ? least(fresh, valueOf) : newest;
  const days = fresh.length > 0 ? [addDays(reference.seen_on, freshDays)] : [];
  const validUntil = [addDays(oldest.seen_on, shownDays), ...days].sort()[0]!;
  return {
    perfume_id,
    kind,
    currency,
    count: sightings.length,
    cheapest_id: least(sightings, (one) => one.amount_cents).id,
    reference_id: reference.id,
    highest: Math.max(...sightings.map((one) => one.amount_cents)),
    median_per_100_ml: medianOfVoices(sightings),
    valid_until: validUntil,
  };
}

const least = (sightings: Counted[], by: (one: Counted) => number) =>
  sightings.reduce((a, b) => (by(b) < by(a) ? b : a));

/** However many sightings each has. */
function medianOfVoices(sightings: Counted[]): number {
  const voices = Map.groupBy(sightings, (one) => voiceOf(one) ?? one.id);
  return median([...voices.values()].map((own) => median(own.map(valueOf))));
}

/** Call in the transaction that changed the sightings. */
export async function refreshSummaries(tx: Db, groups: Iterable<Group>, now: Date): Promise<void> {
  const both = [...groups].flatMap((group) =>
    group.kind === "bottle" ? [group, { ...group, kind: "vouched" as const }] : [group],
  );
  const distinct = [...new Map(both.map((group) => [keyOf(group), group])).values()];
  for (let at = 0; at < distinct.length; at += groupsPerStatement) {
    const some = distinct.slice(at, at + groupsPerStatement);
    const summaries = await summariesOf(tx, some, now);
    for (const [n, group] of some.entries()) if (!summaries[n]) await drop(tx, group);
    await write(
      tx,
      summaries.filter((one) => one !== undefined),
    );
  }
}

const keyOf = ({ perfume_id, kind, currency }: Group) => `${perfume_id} ${kind} ${currency}`;

async function drop(tx: Db, { perfume_id, kind, currency }: Group): Promise<void> {
  await tx
    .deleteFrom("price_summaries")
    .where("perfume_id", "=", perfume_id)
    .where("kind", "=", kind)
    .where("currency", "=", currency)
    .execute();
}

async function write(tx: Db, summaries: Summary[]): Promise<void> {
  if (summaries.length > 0)
    await tx
      .insertInto("price_summaries")
      .values(summaries)
      .onConflict((known) =>
        known.columns(["perfume_id", "kind", "currency"]).doUpdateSet((row) => ({
          count: row.ref("excluded.count"),
          cheapest_id: row.ref("excluded.cheapest_id"),
          reference_id: row.ref("excluded.reference_id"),
          highest: row.ref("excluded.highest"),
          median_per_100_ml: row.ref("excluded.median_per_100_ml"),
          valid_until: row.ref("excluded.valid_until"),
        })),
      )
      .execute();
}

export async function refreshShop(tx: Db, host: string, now: Date): Promise<void> {
  const groups = await tx
    .selectFrom("prices")
    .select(["perfume_id", "kind", "currency"])
    .distinct()
    .where("shop", "=", host)
    .execute();
  await refreshSummaries(tx, groups, now);
}

export async function refreshBottle(tx: Db, perfumeId: number, now: Date): Promise<void> {
  const groups = await tx
    .selectFrom("prices")
    .select(["perfume_id", "kind", "currency"])
    .where("perfume_id", "=", perfumeId)
    .$castTo<Group>()
    .union((of) =>
      of
        .selectFrom("price_summaries")
        .select(["perfume_id", "kind", "currency"])
        .where("perfume_id", "=", perfumeId),
    )
    .execute();
  await refreshSummaries(tx, groups, now);
}

const groupsPerTurn = 100;

/** A hundred at a time, so that requests are answered in between. Until then readers recompute them (`isValid`). */
export async function refreshOldSummaries(db: Db, now: Date): Promise<void> {
  for (;;) {
    const groups = await db
      .selectFrom("price_summaries")
      .select(["perfume_id", "kind", "currency"])
      .where("valid_until", "<", dayOf(now))
      .limit(groupsPerTurn)
      .execute();
    if (groups.length === 0) return;
    await inTransaction(db, (tx) => refreshSummaries(tx, groups, now));
    await othersTurn();
  }
}

/** @returns false when it counts a sighting too old to be shown, or to be the reference */
export function isValid(summary: { valid_until: string }, now: Date): boolean {
  return summary.valid_until >= dayOf(now);
}
