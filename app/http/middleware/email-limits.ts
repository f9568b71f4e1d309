import { mailboxOf } from "#app/domain/accounts/mailboxes.ts";
import type { Count } from "#app/limits/limits.ts";
import { clientOf, waitOf } from "./client-counts.ts";
import { type RequestContext, services } from "./context.ts";
import { atPlace, type Place } from "./guess-limits.ts";
import { emailCounts, takeCounts } from "./site-counts.ts";

export async function limitEmail(
  context: RequestContext,
  action: "reset" | "resend" | "receipt",
  email: string,
): Promise<number | null> {
  const own: Count[] =
    action === "receipt" ? [] : [[action === "reset" ? "resets" : "resends", clientOf(context)]];
  const kind = action === "resend" ? "sign-up" : action;
  const counts = async () => [...own, ...(await emailCounts(context, kind)), toAddress(email)];
  return (await takeCounts(context, counts)).wait;
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

const toAddress = (email: string): Count => ["emailsToAddress", mailboxOf(email)];

const take = async (context: RequestContext, counts: Count[]) =>
  waitOf(await context.get(services).limits.take(counts));
