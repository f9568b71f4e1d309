import { clientKey, keyed, widestNetworkOf } from "#app/limits/client-key.ts";
import { speakerOf, visitor, type VoiceSettings } from "#app/domain/voices/speaker.ts";
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
  networkHash(context, operatorNetwork) ??
  keyed(secretOf(context), operatorNetwork, clientKey(context.get(clientAddress)));

const operatorNetwork = "operator-network";

export function voiceSettings(context: RequestContext): VoiceSettings {
  const { sessionSecrets: secrets, smtpUrl, trustNewAccounts } = context.get(config);
  return { secrets, emailsAreConfirmed: smtpUrl !== null, trustsNewAccounts: trustNewAccounts };
}

/** Where something is said, with what tells whose it is (RULES.md 5.7, 5.8). */
export const ballotOf = (context: RequestContext) => ({
  ...voiceSettings(context),
  network: networkHash(context, "vote"),
});

/** Who speaks, a person without a confirmed address as a visitor who has a name (RULES.md 5.7, 5.8). */
export async function speakerIn(context: RequestContext) {
  const { userId = null, confirmed = false } = context.get(currentUser) ?? {};
  const { network, ...settings } = ballotOf(context);
  return userId !== null && confirmed
    ? speakerOf(context.get(database), userId, network, settings)
    : { ...visitor(network), userId };
}

/** The oldest, because each of these hashes is compared with earlier ones. */
const secretOf = (context: RequestContext) => context.get(config).sessionSecrets.at(-1)!;
