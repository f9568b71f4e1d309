import { suspendedNow } from "#app/domain/accounts/suspensions.ts";
import { areDistinct, type Voice } from "#app/domain/voices/speaker.ts";
import type { Db } from "#db/database.ts";
import { addDays } from "#app/domain/catalog/days.ts";
import { valueOf } from "./amounts.ts";
import { type Kind, shownDays } from "./bounds.ts";
import { fairly } from "./fair-order.ts";
import { blockedShops } from "./shops.ts";

const maxCompared = 1000;

type Priced = Parameters<typeof valueOf>[0];
type Seen = Priced & { seen_on: string };

const withinQuarter = (a: number, b: number) => 4 * Math.max(a, b) <= 5 * Math.min(a, b);
export const agreePerMl = (a: Priced, b: Priced) => withinQuarter(valueOf(a), valueOf(b));
/** A tiny bottle at the price per ml of a large one says nothing of it, nor does what it once cost (RULES.md 4.10). */
const agree = (a: Seen, b: Seen) =>
  agreePerMl(a, b) &&
  withinQuarter(a.amount_cents, b.amount_cents) &&
  areNear(a.seen_on, b.seen_on);

const areNear = (a: string, b: string) => addDays(a < b ? a : b, shownDays) >= (a < b ? b : a);

const maxPartners = 100;

/** Each price with those that a distinct voice saw and that agree with it. */
function partnersOf<One extends Seen & Voice>(prices: One[]): Map<One, One[]> {
  const found = new Map<One, One[]>(prices.map((one) => [one, []]));
  const sorted = prices.toSorted((a, b) => a.amount_cents - b.amount_cents);
  for (const [at, one] of sorted.entries())
    for (const other of sorted.slice(at + 1)) {
      if (!withinQuarter(one.amount_cents, other.amount_cents)) break;
      const [mine, theirs] = [found.get(one)!, found.get(other)!];
      if (mine.length >= maxPartners && theirs.length >= maxPartners) continue;
      if (!areDistinct(one, other) || !agree(one, other)) continue;
      mine.push(other);
      theirs.push(one);
    }
  return found;
}

/** Those that enough people agree on: two, but three for what is far below the prices that stand (RULES.md 4.10). */
function agreedOn<One extends Seen & Voice>(prices: One[], official: Seen[]): One[] {
  const partners = partnersOf(prices);
  const haveThree = new Set(
    prices.filter((one) => {
      const others = partners.get(one)!;
      return others.some((a, at) => others.slice(at + 1).some((b) => areDistinct(a, b)));
    }),
  );
  const standing = [...official, ...haveThree];
  return prices.filter(
    (one) => haveThree.has(one) || (partners.get(one)!.length > 0 && !isFarBelow(one, standing)),
  );
}

function isFarBelow(one: Seen, standing: Seen[]): boolean {
  const near = standing.filter((other) => areNear(one.seen_on, other.seen_on));
  return near.length > 0 && near.every((other) => 4 * valueOf(one) < 3 * valueOf(other));
}

/** Where an operator's word stands behind a price: imported, or accepted. */
export const isOfficial = ({
  user_id,
  mailbox,
  decided_at,
}: Pick<Voice, "user_id" | "mailbox"> & { decided_at: string | null }) =>
  decided_at !== null || (user_id === null && mailbox === null);

/**
 * Marks which shown prices of a bottle, kind and currency an operator or enough distinct voices stand behind (RULES.md 4.10).
 * Call in the transaction that changed one, before the summary is written.
 */
export async function recountVouched(
  tx: Db,
  { perfume_id, kind, currency }: { perfume_id: number; kind: Kind; currency: string },
): Promise<void> {
  const prices = await tx
    .selectFrom("prices")
    .select(["id", "amount_cents", "size_ml", "seen_on", "vouched", "decided_at", "counted_at"])
    .select(["user_id", "mailbox", "mail_domain", "network"])
    .select((row) => row("user_id", "in", suspendedNow(tx)).as("suspended"))
    .select((row) => row("shop", "in", blockedShops(tx)).as("blocked"))
    .where("perfume_id", "=", perfume_id)
    .where("kind", "=", kind)
    .where("currency", "=", currency)
    .where("state", "=", "shown")
    .orderBy(fairly)
    .limit(maxCompared)
    .execute();
  const voices = prices.filter((one) => one.counted_at !== null && !one.suspended && !one.blocked);
  const official = prices.filter(isOfficial);
  const vouched = new Set([...official, ...agreedOn(voices, official)]);
  const changed = prices.filter((one) => one.vouched !== Number(vouched.has(one)));
  const idsOf = (vouched: 0 | 1) =>
    changed.filter((one) => one.vouched !== vouched).map(({ id }) => id);
  const [now, noLonger] = [idsOf(1), idsOf(0)];
  if (now.length > 0)
    await tx.updateTable("prices").set({ vouched: 1 }).where("id", "in", now).execute();
  if (noLonger.length === 0) return;
  await tx.updateTable("prices").set({ vouched: 0 }).where("id", "in", noLonger).execute();
  const gone = await tx
    .updateTable("prices")
    .set((row) => ({ state: "held", disputed: 0, version: row("version", "+", 1) }))
    .where("id", "in", noLonger)
    .where("disputed", "=", 1)
    .returning("id")
    .execute();
  // They vouch for no other any more.
  if (gone.length > 0) await recountVouched(tx, { perfume_id, kind, currency });
}
