import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import { currentPerfumeId, wasRemoved } from "#app/domain/catalog/redirects.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { isOwn, ownRow, type Speaker, visitor } from "#app/domain/voices/speaker.ts";
import { weigh } from "#app/domain/voices/waits.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import type { Kind } from "./bounds.ts";
import { heldAsGone } from "./gone.ts";
import { type Reason, reasonToHold } from "./judge.ts";
import type { Sighting } from "./read-sighting.ts";
import { renewPrices } from "./refresh-summaries.ts";
import { loadShops, type ResolvedShop } from "./shops.ts";
import { agreePerMl } from "./vouched.ts";
import { allSame, insertSighting, type NewPrice } from "./write-sighting.ts";

export type HeldBecause = "signed-out" | "unconfirmed" | Reason;

type SightingOutcome =
  /** "same": others had seen it, or this person had said so */
  | { outcome: "shown" | "same"; id: number; perfumeId: number }
  /** `from`: ISO 8601, when the author's voice counts */
  | { outcome: "waiting"; id: number; perfumeId: number; from: string }
  | { outcome: "held"; id: number; perfumeId: number; because: HeldBecause };

/** Stores a sighting with the bottle's summary, in one transaction (RULES.md 4.4). @throws Refused "no-such-perfume", "removed-perfume", "no-such-shop", "blocked-shop" */
export async function addSighting(
  db: Db,
  perfumeId: number,
  sighting: Sighting,
  by: Speaker,
  now: Date,
  country: string | null = null,
): Promise<SightingOutcome> {
  return inTransaction(db, async (tx) => {
    const bottle = await bottleNow(tx, perfumeId);
    const { currency } = sighting;
    const shop = (await loadShops(tx)).resolve(sighting.shop, { currency, country });
    if (!shop) throw new Refused("no-such-shop");
    if (shop.entry?.state === "blocked") throw new Refused("blocked-shop");
    return store(tx, bottle, sighting, shop, await stillThere(tx, by), now);
  });
}

/** A person deleted or suspended meanwhile counts as a visitor. */
async function stillThere(tx: Db, by: Speaker): Promise<Speaker> {
  if (by.userId === null || (await mayWrite(tx, by.userId))) return by;
  return visitor(by.network);
}

/** @throws Refused "no-such-perfume", "removed-perfume" */
export async function bottleNow(db: Db, id: number): Promise<number> {
  const bottle = await currentPerfumeId(db, id);
  if (bottle !== undefined) return bottle;
  throw new Refused((await wasRemoved(db, id)) ? "removed-perfume" : "no-such-perfume");
}

async function store(
  tx: Db,
  perfumeId: number,
  { amount, currency, size, kind, seenOn }: Sighting,
  { shop, url, entry }: ResolvedShop,
  by: Speaker,
  now: Date,
): Promise<SightingOutcome> {
  const subject = { perfume_id: perfumeId, currency, kind, shop, size_ml: size };
  const row = {
    ...subject,
    amount_cents: amount,
    url,
    country: entry?.country ?? null,
    seen_on: seenOn,
    user_id: by.userId,
    created_at: now.toISOString(),
    ...(await weigh(tx, "prices", subject, by, now)),
  };
  const same = await allSame(tx, row);
  const known = isPerson(by) ? same.find((one) => isOwn(one, by)) : same[0];
  if (known) return { outcome: "same", id: known.id, perfumeId };
  const because = await whyHeld(tx, row, by, now);
  if (because !== null) {
    const unweighed = { ...row, counts_from: null, counted_at: null };
    const id = await insertSighting(tx, { ...unweighed, state: "held" });
    return { outcome: "held", id, perfumeId, because };
  }
  await replaceOlder(tx, row, by);
  const { counts_from: from } = row;
  const id = await insertSighting(tx, { ...row, state: from === null ? "shown" : "held" });
  await renewPrices(tx, [row], now);
  if (from !== null) return { outcome: "waiting", id, perfumeId, from };
  const isKnown = same.some(({ state }) => state === "shown");
  return { outcome: isKnown ? "same" : "shown", id, perfumeId };
}

type Row = Omit<NewPrice, "state"> & { kind: Kind };

const isPerson = ({ userId, confirmed }: Speaker) => confirmed && userId !== null;

async function whyHeld(tx: Db, row: Row, by: Speaker, now: Date): Promise<HeldBecause | null> {
  if (by.userId === null) return "signed-out";
  if (!by.confirmed) return "unconfirmed";
  if (await wasTakenAway(tx, row, by)) return "disputed";
  return reasonToHold(tx, row, now);
}

/** Whether the price would undo others' word that the person's own price is gone (RULES.md 4.6), or that operators took it away with all of theirs (10.18). */
async function wasTakenAway(tx: Db, row: Row, by: Speaker): Promise<boolean> {
  const own = await tx
    .selectFrom("prices")
    .select(["amount_cents", "size_ml"])
    .where("perfume_id", "=", row.perfume_id)
    .where("currency", "=", row.currency)
    .where("shop", "=", row.shop)
    .where(ownRow(by))
    .where((one) => one.or([heldAsGone, one("own_state", "is not", null)]))
    .execute();
  return own.some((one) => agreePerMl(one, row));
}

/** A person's newer price replaces their older one of the same shop, kind and size, unless others or an operator stand behind that. */
async function replaceOlder(tx: Db, row: Row, by: Speaker): Promise<void> {
  await tx
    .updateTable("prices")
    .set({ state: "refused" })
    .where("perfume_id", "=", row.perfume_id)
    .where("currency", "=", row.currency)
    .where("kind", "=", row.kind)
    .where("shop", "=", row.shop)
    .where("size_ml", "=", row.size_ml)
    .where("state", "!=", "refused")
    .where("vouched", "=", 0)
    .where("decided_at", "is", null)
    .where(({ not }) => not(heldAsGone))
    .where(ownRow(by))
    .execute();
}
