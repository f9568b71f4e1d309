import { currentPerfumeId, wasRemoved } from "#app/domain/catalog/redirects.ts";
import type { Db } from "#db/database.ts";
import { inTransaction } from "#db/transactions.ts";
import { type HeldBecause, isUnusual, reasonToHold } from "./hold-reason.ts";
import {
  givesWay,
  heldInAgreement,
  holdFarFrom,
  showAgreed,
  vouch,
  vouchForAgreed,
  wasDisputed,
} from "./second-person.ts";
import { findSame, insertSighting, type NewPrice, replaceHeld } from "./write-sighting.ts";
import { loadShops, type ResolvedShop } from "./shops.ts";
import { refreshSummaries } from "./refresh-summaries.ts";
import { mayWrite } from "#app/domain/accounts/suspensions.ts";
import type { Sighting } from "./read-sighting.ts";
import { sayOf } from "./gone-votes.ts";
import { isPerson, isSameVoice, type Voter } from "./voter.ts";

export type SightingOutcome =
  | { outcome: "shown" | "same"; id: number; perfumeId: number }
  | { outcome: "held"; id: number; perfumeId: number; because: HeldBecause }
  | { outcome: "no-such-perfume" | "removed" | "no-such-shop" | "blocked-shop" };

/** Stores a sighting with the bottle's summary, in one transaction (RULES.md 4.4). "same": it already exists, and is confirmed. */
export async function addSighting(
  db: Db,
  perfumeId: number,
  sighting: Sighting,
  by: Voter,
  now: Date,
  country: string | null = null,
): Promise<SightingOutcome> {
  return inTransaction(db, async (tx) => {
    const bottle = await bottleOf(tx, perfumeId);
    if (typeof bottle === "string") return { outcome: bottle };
    const { currency } = sighting;
    const shop = (await loadShops(tx)).resolve(sighting.shop, { currency, country });
    if (!shop) return { outcome: "no-such-shop" };
    if (shop.entry?.state === "blocked") return { outcome: "blocked-shop" };
    return store(tx, bottle, sighting, shop, await stillThere(tx, by), now);
  });
}

/** A person deleted or suspended meanwhile counts as a visitor. */
async function stillThere(tx: Db, by: Voter): Promise<Voter> {
  if (by.userId === null || (await mayWrite(tx, by.userId))) return by;
  return { ...by, userId: null, confirmed: false, mailDomain: null };
}

async function bottleOf(db: Db, id: number): Promise<number | "no-such-perfume" | "removed"> {
  const bottle = await currentPerfumeId(db, id);
  if (bottle !== undefined) return bottle;
  return (await wasRemoved(db, id)) ? "removed" : "no-such-perfume";
}

async function store(
  tx: Db,
  perfumeId: number,
  { amount, currency, size, kind, seenOn }: Sighting,
  { shop, url, entry }: ResolvedShop,
  by: Voter,
  now: Date,
): Promise<SightingOutcome> {
  const row = {
    perfume_id: perfumeId,
    amount_cents: amount,
    currency,
    size_ml: size,
    kind,
    shop,
    url,
    country: entry?.country ?? null,
    seen_on: seenOn,
    user_id: by.userId,
    mailbox: isPerson(by) ? by.hashes[0] : null,
    mail_domain: by.mailDomain,
    created_at: now.toISOString(),
  };
  const same = await findSame(tx, row);
  if (same?.state === "shown") return confirm(tx, row, same, by, now);
  const because =
    (await reasonToHold(tx, row, entry !== undefined, by, now)) ??
    ((await wasDisputed(tx, row, by)) ? "disputed" : null);
  if (because && !isUnusual(because)) return hold(tx, row, same, because);
  const agreed = await heldInAgreement(tx, row, by, now);
  const yields = agreed.length > 0 && (await givesWay(tx, row, now));
  if (because && !yields) return hold(tx, row, same, because);
  if (yields) await holdFarFrom(tx, row, agreed, now);
  await showAgreed(tx, agreed);
  if (same && agreed.some(({ id }) => id === same.id)) {
    await confirm(tx, row, same, by, now);
    return { outcome: "shown", id: same.id, perfumeId };
  }
  if (same) await replaceHeld(tx, row);
  const id = await insertSighting(tx, { ...row, state: "shown" });
  await vouchForAgreed(tx, id, row, by, now);
  await refreshSummaries(tx, [row], now);
  return { outcome: "shown", id, perfumeId };
}

type Row = Omit<NewPrice, "state">;
type Same = NonNullable<Awaited<ReturnType<typeof findSame>>>;

/** Another person's word that a shown price is there (RULES.md 4.6, 4.10). */
async function confirm(
  tx: Db,
  row: Row,
  same: Same,
  by: Voter,
  now: Date,
): Promise<SightingOutcome> {
  if (isPerson(by) && !isSameVoice(same, by)) {
    await sayOf(tx, same, by, "there", now);
    await vouch(tx, [same.id]);
    await refreshSummaries(tx, [{ ...row, kind: same.kind }], now);
  }
  return { outcome: "same", id: same.id, perfumeId: row.perfume_id };
}

async function hold(
  tx: Db,
  row: Row,
  same: Same | undefined,
  because: HeldBecause,
): Promise<SightingOutcome> {
  const perfumeId = row.perfume_id;
  // A visitor's would keep a second person from agreeing with this one.
  const givesWay = row.mailbox !== null && same?.mailbox === null && same.decided_at === null;
  if (same && !givesWay) return { outcome: "same", id: same.id, perfumeId };
  if (same) await replaceHeld(tx, row);
  const id = await insertSighting(tx, { ...row, state: "held" });
  return { outcome: "held", id, perfumeId, because };
}
