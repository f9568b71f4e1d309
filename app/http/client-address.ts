import { isIP, isIPv4 } from "node:net";

/**
 * The client's network address, trusting exactly as many proxies as the operator runs (RULES.md 8.2 and 18.3).
 * @param connection the address of the connection
 * @param forwarded the X-Forwarded-For header, to which each proxy appends the address of its client
 * @param hops how many of our own proxies are in front; with 0 the header is ignored
 * @returns the address; the connection's own where the header has fewer entries than proxies, or no address where that of
 * the client should be; "" when it is unknown
 */
export function clientAddressOf(
  connection: string | undefined,
  forwarded: string | null,
  hops: number,
): string {
  const entry = hops > 0 ? forwarded?.split(",").at(-hops) : undefined;
  return addressIn(entry?.trim() ?? "") ?? connection ?? "";
}

/** @returns the address of "192.0.2.1:5555", "[2001:db8::1]:443" or the like, or undefined */
function addressIn(entry: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/u.exec(entry) ?? [];
  const [, beforePort] = /^([^:]+):\d{1,5}$/u.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  if (beforePort !== undefined) return isIPv4(beforePort) ? beforePort : undefined;
  return isIP(entry) > 0 ? entry : undefined;
}
