import type { Selectable } from "kysely";
import type { Schema } from "#db/schema.ts";
import { addDays, dayOf } from "#app/domain/catalog/days.ts";
import { median, valueOf } from "./amounts.ts";
import { freshDays, type Kind, shownDays } from "./bounds.ts";
import { isOfficial } from "./vouched.ts";

export type Summary = Selectable<Schema["price_summaries"]>;

export interface Group {
  perfume_id: number;
  kind: Kind | "vouched";
  currency: string;
}

export const counted = [
  "id",
  "user_id",
  "mailbox",
  "mail_domain",
  "network",
  "decided_at",
  "amount_cents",
  "size_ml",
  "shop",
  "seen_on",
] as const;
export type Counted = Pick<Selectable<Schema["prices"]>, (typeof counted)[number]>;

export const keyOf = ({ perfume_id, kind, currency }: Group) => `${perfume_id} ${kind} ${currency}`;

/** Of equal prices the newer wins, but no person's over an operator's. */
export function summarized(
  { perfume_id, kind, currency }: Group,
  prices: Counted[],
  now: Date,
): Summary | undefined {
  const sightings = prices.toSorted((a, b) => b.seen_on.localeCompare(a.seen_on) || b.id - a.id);
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
    count: new Set(sightings.map(offerOf)).size,
    cheapest_id: least(sightings, (one) => one.amount_cents).id,
    reference_id: reference.id,
    highest: Math.max(...sightings.map((one) => one.amount_cents)),
    median_per_100_ml: medianOfVoices(sightings),
    official: sightings.some(isOfficial) ? 1 : 0,
    valid_until: validUntil,
  };
}

/** What several people saw is one offer. */
const offerOf = ({ shop, size_ml, amount_cents }: Counted) => `${shop} ${size_ml} ${amount_cents}`;

/** Of equal ones an operator's, because a card links the page of the one it speaks of. */
const least = (sightings: Counted[], by: (one: Counted) => number) =>
  sightings.reduce((a, b) => {
    if (by(b) !== by(a)) return by(b) < by(a) ? b : a;
    return isOfficial(b) && !isOfficial(a) ? b : a;
  });

type Spoken = Pick<
  Counted,
  "id" | "user_id" | "mailbox" | "mail_domain" | "network" | "amount_cents" | "size_ml"
>;

const personOf = ({ mail_domain, mailbox, user_id, id }: Spoken) =>
  mail_domain ?? mailbox ?? user_id ?? id;

/** However many sightings a person or own mail domain has, and however many persons a network; imports are nobody's. */
export function medianOfVoices(sightings: Spoken[]): number {
  const people = [...Map.groupBy(sightings, personOf).values()];
  const networks = Map.groupBy(people, ([one]) => one!.network ?? personOf(one!));
  const ofNetwork = (some: Spoken[][]) => median(some.map((own) => median(own.map(valueOf))));
  return median([...networks.values()].map(ofNetwork));
}
