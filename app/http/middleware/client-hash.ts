import { clientKey, keyed, widestNetworkOf } from "#app/limits/client-key.ts";
import { voiceOfPerson, type VoiceSettings } from "#app/domain/accounts/voices.ts";
import { clientAddress, config, currentUser, database, type RequestContext } from "./context.ts";

export const clientHash = (context: RequestContext) =>
  keyed(secretOf(context), "client", clientKey(context.get(clientAddress)));

/** Keyed hash of the client's IPv4 /24 or IPv6 /48; null for a loopback address. @param purpose hashes for different purposes cannot be compared */
export function networkHash(context: RequestContext, purpose: string): string | null {
  const network = widestNetworkOf(context.get(clientAddress));
  return network && keyed(secretOf(context), purpose, network);
}

/** Identifies the network of an operator's sign-in (RULES.md 10.20). */
export const operatorNetworkHash = (context: RequestContext) =>
  placeHash(context, "operator-network");

export function voiceSettings(context: RequestContext): VoiceSettings {
  const { sessionSecrets, smtpUrl } = context.get(config);
  return { secrets: sessionSecrets, emailsAreConfirmed: smtpUrl !== null };
}

/** A confirmed person is their mailbox, everybody else their network (RULES.md 4.6, 5.7). */
export async function voterOf(context: RequestContext) {
  const { userId = null, confirmed = false } = context.get(currentUser) ?? {};
  const { mailboxes, mailDomain } =
    userId !== null && confirmed
      ? await voiceOfPerson(context.get(database), userId, voiceSettings(context))
      : { mailboxes: [], mailDomain: null };
  const [mailbox, ...older] = mailboxes;
  if (mailbox !== undefined)
    return { userId, confirmed, hashes: [mailbox, ...older] as const, mailDomain };
  const hashes = [placeHash(context, "voter")] as const;
  return { userId, confirmed: false, hashes, mailDomain };
}

/** Who speaks; a person without a confirmed address as a visitor who has a name (RULES.md 6.1). */
export async function speakerOf(context: RequestContext) {
  const { userId = null, confirmed = false } = context.get(currentUser) ?? {};
  const { mailboxes, mailDomain } =
    userId !== null && confirmed
      ? await voiceOfPerson(context.get(database), userId, voiceSettings(context))
      : { mailboxes: [], mailDomain: null };
  return { userId, confirmed, mailboxes, mailDomain, network: networkHash(context, "vote") };
}

const placeHash = (context: RequestContext, purpose: string) =>
  networkHash(context, purpose) ??
  keyed(secretOf(context), purpose, clientKey(context.get(clientAddress)));

const secretOf = (context: RequestContext) => context.get(config).sessionSecrets[0]!;
