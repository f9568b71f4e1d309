import { clientKey, keyed, networksOf } from "#app/limits/client-key.ts";
import { clientAddress, config, currentUser, type RequestContext } from "./context.ts";

export const clientHash = (context: RequestContext) =>
  keyed(secretOf(context), "client", clientKey(context.get(clientAddress)));

/** For the network that an operator signs in from: IPv4 /24, IPv6 /48 (RULES.md 10.20). */
export function operatorNetworkHash(context: RequestContext): string {
  const address = context.get(clientAddress);
  const { network, wide } = networksOf(address);
  return keyed(secretOf(context), "operator-network", wide ?? network ?? clientKey(address));
}

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
