import { type RequestContext, services } from "./context.ts";
import { messageShare, type MessageKind } from "./site-counts.ts";

/**
 * What the operators' mailbox gets when a message is received (RULES.md 8.4).
 * @returns "each": the message; "sum": beyond this hour's share, how many wait; "nothing": it was told this hour
 */
export async function limitMailbox(
  context: RequestContext,
  kind: MessageKind,
): Promise<"each" | "sum" | "nothing"> {
  const { limits } = context.get(services);
  const share = messageShare(context, kind);
  if ((await limits.take([["messagesEmailed", share]])) === null) return "each";
  return (await limits.take([["emailsAboutWaiting", ""]])) === null ? "sum" : "nothing";
}
