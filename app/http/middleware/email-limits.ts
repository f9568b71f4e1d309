import { canonical } from "#app/i18n/text.ts";
import type { Count } from "#app/limits/limits.ts";
import { clientOf, emailCounts, waitOf } from "./client-counts.ts";
import { type RequestContext, services } from "./context.ts";
import { atPlace, type Place } from "./guess-limits.ts";

export async function limitEmail(
  context: RequestContext,
  action: "reset" | "resend" | "receipt",
  email: string,
): Promise<number | null> {
  const own: Count[] =
    action === "receipt" ? [] : [[action === "reset" ? "resets" : "resends", clientOf(context)]];
  return take(context, [...own, ...emailCounts(context), toAddress(email)]);
}

/** Strangers' requests do not count in a browser where the account's owner was signed in. */
export async function limitReset(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<number | null> {
  if (place === "unknown") return limitEmail(context, "reset", email);
  return take(context, [["resetsOfPlace", atPlace(context, email, place)]]);
}

export async function countEmail(context: RequestContext, email: string): Promise<void> {
  await take(context, [toAddress(email)]);
}

const toAddress = (email: string): Count => ["emailsToAddress", canonical(email)];

const take = async (context: RequestContext, counts: Count[]) =>
  waitOf(await context.get(services).limits.take(counts));
