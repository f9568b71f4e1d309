import { isIP, isIPv4 } from "node:net";

/** Trusts exactly as many proxies as the operator runs, each of which appends its client's address (RULES.md 12.9). */
export function clientAddressOf(
  connection: string | undefined,
  forwarded: string | null,
  hops: number,
): string {
  const entry = hops > 0 ? forwarded?.split(",").at(-hops) : undefined;
  return addressIn(entry?.trim() ?? "") ?? connection ?? "";
}

function addressIn(entry: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/u.exec(entry) ?? [];
  const [, beforePort] = /^([^:]+):\d{1,5}$/u.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : undefined;
  return isIP(entry) > 0 ? entry : undefined;
}
