import { widestNetworkOf } from "#app/limits/client-key.ts";
import type { Limit } from "#app/limits/limit-table.ts";
import type { Count, Wait } from "#app/limits/limits.ts";
import { networkCounts } from "./client-counts.ts";
import { clientAddress, currentUser, type RequestContext, services } from "./context.ts";

interface SiteLimits {
  ofSite: Limit;
  ofBusyNetworks: Limit;
  firstOfNetwork: Limit;
}

/** Part of a site's limit is left to networks that have used little of it, so that a few networks cannot use it up (RULES.md 12.9). @param kind has the limit for itself */
async function siteCounts(
  context: RequestContext,
  kind: string,
  { ofSite, ofBusyNetworks, firstOfNetwork }: SiteLimits,
): Promise<Count[]> {
  const network = widestNetworkOf(context.get(clientAddress));
  if (network === null) return [[ofSite, kind]];
  const first: Count = [firstOfNetwork, `${kind}\n${network}`];
  const isQuiet = (await context.get(services).limits.left(first)) > 0;
  return [[ofSite, kind], isQuiet ? first : [ofBusyNetworks, kind]];
}

const emailLimits: SiteLimits = {
  ofSite: "emailsOfSite",
  ofBusyNetworks: "emailsOfBusyNetworks",
  firstOfNetwork: "firstEmailsOfNetwork",
};

export const emailCounts = async (
  context: RequestContext,
  kind: "sign-up" | "reset" | "receipt",
): Promise<Count[]> => [
  ...networkCounts(context, "emailsOfNetwork", "emailsOfWideNetwork"),
  ...(await siteCounts(context, kind, emailLimits)),
];

const messageLimits: SiteLimits = {
  ofSite: "messagesOfSite",
  ofBusyNetworks: "messagesOfBusyNetworks",
  firstOfNetwork: "firstMessagesOfNetwork",
};

export const messageCounts = async (
  context: RequestContext,
  kind: MessageKind,
): Promise<Count[]> => [
  ...networkCounts(context, "messagesOfNetwork", "messagesOfWideNetwork"),
  ...(await siteCounts(context, messageShare(context, kind), messageLimits)),
];

export type MessageKind = "message" | "notice";

/** Visitors, people with a confirmed address and notices have a share each (RULES.md 8.4). */
export const messageShare = (context: RequestContext, kind: MessageKind) =>
  context.get(currentUser)?.confirmed ? "confirmed" : kind;

/** Takes the counts; again when others of the network, at the same time, took what was left to it. @returns what was taken, or the seconds to wait */
export async function takeCounts(
  context: RequestContext,
  countsOf: () => Promise<Count[]>,
): Promise<{ wait: Wait; taken: Count[] }> {
  const { limits } = context.get(services);
  const counts = await countsOf();
  const wait = await limits.take(counts);
  if (wait === null) return { wait, taken: counts };
  const others = await countsOf();
  if (String(others) === String(counts)) return { wait, taken: [] };
  const waitNow = await limits.take(others);
  return { wait: waitNow, taken: waitNow === null ? others : [] };
}
