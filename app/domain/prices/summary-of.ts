import type { Db } from "#db/database.ts";
import { shownSince } from "./bounds.ts";
import { fairly } from "./fair-order.ts";
import { blockedShops } from "./shops.ts";
import { counted, type Group, keyOf, summarized, type Summary } from "./summarize.ts";

/** Limits the cost of a summary (RULES.md 4.5). */
const maxCounted = 1000;
/** Fewer are read one by one; more, by an import or housekeeping, these many in one statement. */
export const groupsPerStatement = 100;
const sightingsPerStatement = 20_000;

/** Computes the current summary, for "vouched" of the bottles of RULES.md 4.10. */
export async function summaryOf(db: Db, group: Group, now: Date): Promise<Summary | undefined> {
  const sightings = await shownSightings(db, now)
    .select(counted)
    .where("perfume_id", "=", group.perfume_id)
    .where("currency", "=", group.currency)
    .where("kind", "=", group.kind === "vouched" ? "bottle" : group.kind)
    .$if(group.kind === "vouched", (query) => query.where("vouched", "=", 1))
    .orderBy(fairly)
    .limit(maxCounted)
    .execute();
  return summarized(group, sightings, now);
}

const shownSightings = (db: Db, now: Date) =>
  db
    .selectFrom("prices")
    .where("state", "=", "shown")
    .where("seen_on", ">=", shownSince(now))
    .where("shop", "not in", blockedShops(db));

/** Like `summaryOf` of each. */
export async function summariesOf(
  db: Db,
  groups: Group[],
  now: Date,
): Promise<(Summary | undefined)[]> {
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
  if ([...found.values()].some((own) => own.length > maxCounted)) return oneByOne();
  return groups.map((group) => summarized(group, found.get(keyOf(group)) ?? [], now));
}
