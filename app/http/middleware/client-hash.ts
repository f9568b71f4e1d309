import { clientKey, keyed, networksOf, widestNetworkOf } from "#app/limits/client-key.ts";
import { clientAddress, config, currentUser, type RequestContext } from "./context.ts";

export const clientHash = (context: RequestContext) =>
  keyed(secretOf(context), "client", clientKey(context.get(clientAddress)));

/** Keyed hash of the client's IPv4 /24 or IPv6 /48; null for a loopback address. @param purpose hashes for different purposes cannot be compared */
export function networkHash(context: RequestContext, purpose: string): string | null {
  const network = widestNetworkOf(context.get(clientAddress));
  return network && keyed(secretOf(context), purpose, network);
}

/** Identifies the network of an operator's sign-in (RULES.md 10.20). */
export const operatorNetworkHash = (context: RequestContext) =>
  networkHash(context, "operator-network") ??
  keyed(secretOf(context), "operator-network", clientKey(context.get(clientAddress)));

export function voterOf(context: RequestContext) {
  const secret = secretOf(context);
  const user = context.get(currentUser);
  const { userId = null, confirmed = false } = user ?? {};
  if (user?.confirmed)
    return { userId, confirmed, voter: keyed(secret, "voter", "user", user.userId) };
  const address = context.get(clientAddress);
  const network = networksOf(address).network ?? clientKey(address);
  return { userId, confirmed, voter: keyed(secret, "voter", "network", network) };
}

const secretOf = (context: RequestContext) => context.get(config).sessionSecrets[0]!;
