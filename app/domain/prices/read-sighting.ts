import { parseAmount } from "./amounts.ts";
import { isKind, isTester, type Kind } from "./bounds.ts";
import { readCurrency } from "./currencies.ts";
import { dayOf, isPastDay } from "#app/domain/catalog/days.ts";
import { parseSize } from "./sizes.ts";
import { isShop } from "./shops.ts";

export interface SightingFields {
  amount: string;
  currency: string;
  size_ml: string;
  shop: string;
  kind: string;
  seen_on: string;
}

/** In minor units and ml, with a valid date; `shop` is an address or a name. */
export interface Sighting {
  amount: number;
  currency: string;
  size: number;
  shop: string;
  kind: Kind;
  seenOn: string;
}

export type WrongFields = (keyof SightingFields)[];

/** An empty date is today (UTC), an empty kind a bottle (RULES.md 4.2). @returns the wrong fields in the order of the form */
export function readSighting(
  fields: SightingFields,
  now: Date,
): { sighting: Sighting } | { wrong: WrongFields } {
  const currency = readCurrency(fields.currency);
  // With an unknown currency, an amount that is valid in euros is not also reported.
  const amount = parseAmount(fields.amount, currency ?? "EUR");
  const size = parseSize(fields.size_ml);
  const shop = fields.shop.trim();
  const chosen = fields.kind.trim() || "bottle";
  const kind = chosen === "bottle" && isTester(fields.size_ml) ? "tester" : chosen;
  const seenOn = fields.seen_on.trim() || dayOf(now);
  const right: Record<keyof SightingFields, boolean> = {
    amount: amount !== null,
    currency: currency !== null,
    size_ml: size !== null,
    shop: isShop(shop),
    kind: isKind(kind),
    seen_on: isPastDay(seenOn, now),
  };
  if (currency !== null && amount !== null && size !== null && isKind(kind) && all(right))
    return { sighting: { amount, currency, size, shop, kind, seenOn } };
  return { wrong: (Object.keys(right) as WrongFields).filter((field) => !right[field]) };
}

export function isRight(name: keyof SightingFields, text: string, currency: string): boolean {
  const others = { amount: "1", currency, size_ml: "1", shop: "a", kind: "", seen_on: "" };
  const read = readSighting({ ...others, [name]: text }, new Date());
  return "sighting" in read || !read.wrong.includes(name);
}

const all = (right: Record<string, boolean>) => Object.values(right).every(Boolean);
