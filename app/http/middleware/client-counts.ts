import { clientKey, networksOf } from "#app/limits/client-key.ts";
import type { Limit } from "#app/limits/limit-table.ts";
import type { Count } from "#app/limits/limits.ts";
import { clientAddress, type RequestContext } from "./context.ts";

export const clientOf = (context: RequestContext) => clientKey(context.get(clientAddress));

export function networkCounts(
  context: RequestContext,
  ofNetwork: Limit,
  ofWideNetwork: Limit,
): Count[] {
  const { network, wide } = networksOf(context.get(clientAddress));
  const counts: Count[] = [];
  if (network !== null) counts.push([ofNetwork, network]);
  if (wide !== null) counts.push([ofWideNetwork, wide]);
  return counts;
}
