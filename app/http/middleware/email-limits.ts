import { mailboxOf } from "#app/domain/accounts/mailboxes.ts";
import type { Count, Wait } from "#app/limits/limits.ts";
import { clientOf } from "./client-counts.ts";
import { type RequestContext, services } from "./context.ts";
import { atPlace, type Place } from "./guess-limits.ts";
import { emailCounts, takeCounts } from "./site-counts.ts";

/** Kinds are apart: strangers who sign up with an address must not cost its owner a reset. */
export const toMailbox = (kind: "confirmation" | "reset" | "receipt", email: string): Count => [
  "emailsToMailbox",
  `${kind}\n${mailboxOf(email)}`,
];

export async function limitReceipt(context: RequestContext, email: string): Promise<Wait> {
  return limitEmail(context, "receipt", email, []);
}

/** Strangers' requests do not count in a browser where the account's owner was signed in. */
export async function limitReset(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<Wait> {
  if (place === "unknown")
    return limitEmail(context, "reset", email, [["resets", clientOf(context)]]);
  const counts: Count[] = [["resetsOfPlace", atPlace(context, email, place)]];
  return context.get(services).limits.take(counts);
}

async function limitEmail(
  context: RequestContext,
  kind: "reset" | "receipt",
  email: string,
  own: Count[],
): Promise<Wait> {
  const counts = async () => [
    ...own,
    ...(await emailCounts(context, kind)),
    toMailbox(kind, email),
  ];
  return (await takeCounts(context, counts)).wait;
}
