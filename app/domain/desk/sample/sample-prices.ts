import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "#db/database.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { refreshSummaries } from "#app/domain/prices/refresh-summaries.ts";
import type { Schema } from "#db/schema.ts";

/** A reserved top-level domain that nobody can register (RFC 2606). */
export const sampleShop = "demo-shop.example";

type NewPrice = Insertable<Schema["prices"]>;

/** cents per 100 ml */
const ofOriginals = [9000, 26_000] as const;
const ofDupes = [1500, 4500] as const;
const sizes = [50, 80, 100, 105];
/** days; a price is shown for three more months */
const oldest = 90;

/** Deterministic. */
export async function addSamplePrices(
  tx: Db,
  votes: { dupe_id: number; user_id: string }[],
  now: Date,
): Promise<number> {
  if (votes.length === 0) return 0;
  const voter = new Map(votes.map(({ dupe_id, user_id }) => [dupe_id, user_id]));
  const dupes = await tx
    .selectFrom("dupes")
    .select(["id", "perfume_id", "dupe_perfume_id"])
    .where("id", "in", [...voter.keys()])
    .orderBy("id")
    .execute();
  // A look-alike is cheap even if it is the original of another dupe.
  const bottles = new Map<number, { range: readonly [number, number]; user_id: string }>();
  for (const dupe of dupes)
    bottles.set(dupe.perfume_id, { range: ofOriginals, user_id: voter.get(dupe.id)! });
  for (const dupe of dupes)
    bottles.set(dupe.dupe_perfume_id, { range: ofDupes, user_id: voter.get(dupe.id)! });
  const prices = [...bottles].flatMap(([id, { range, user_id }]) =>
    invented(id, range, user_id, now),
  );
  await tx
    .insertInto("shops")
    .values({
      host: sampleShop,
      name: "Tienda inventada (demo)",
      country: "ES",
      currency: "EUR",
      affiliate_template: null,
    })
    .onConflict((known) => known.doNothing())
    .execute();
  await tx.insertInto("prices").values(prices).execute();
  await refreshSummaries(tx, prices, now);
  return prices.length;
}

function invented(
  perfume_id: number,
  [least, most]: readonly [number, number],
  user_id: string,
  now: Date,
): NewPrice[] {
  const bytes = createHash("sha256").update(`price ${perfume_id}`).digest();
  const usual = least + Math.floor(((most - least) * bytes.readUInt16BE(0)) / 65_536);
  return Array.from({ length: 1 + (bytes[2]! % 3) }, (_, at) => {
    const size_ml = sizes[bytes[3 + at]! % sizes.length]!;
    // Within 15 % either way, ending in .95.
    const amount = (usual * size_ml * (85 + (bytes[6 + at]! % 31))) / 10_000;
    return {
      perfume_id,
      amount_cents: 100 * Math.max(1, Math.round(amount / 100)) - 5,
      currency: "EUR",
      size_ml,
      kind: "bottle",
      shop: sampleShop,
      url: null,
      country: "ES",
      seen_on: addDays(dayOf(now), -(bytes[9 + at]! % oldest)),
      user_id,
      state: "shown",
      vouched: 1,
      created_at: now.toISOString(),
      decided_at: now.toISOString(),
    };
  });
}

export async function removeSamplePrices(tx: Db, people: string[], now: Date): Promise<void> {
  const removed = await tx
    .deleteFrom("prices")
    .where((row) => row.or([row("shop", "=", sampleShop), row("user_id", "in", people)]))
    .returning(["perfume_id", "kind", "currency"])
    .execute();
  await tx.deleteFrom("shops").where("host", "=", sampleShop).execute();
  await refreshSummaries(tx, removed, now);
}
