/**
 * The client's network address, trusting exactly as many proxies as the operator runs (RULES.md 8.2 and 18.3).
 * @param connection the address of the connection
 * @param forwarded the X-Forwarded-For header, to which each proxy appends the address of its client
 * @param hops how many of our own proxies are in front; with 0 the header is ignored
 * @returns the address, or "" when it is unknown
 */
export function clientAddressOf(
  connection: string | undefined,
  forwarded: string | null,
  hops: number,
): string {
  if (hops === 0 || !forwarded) return connection ?? "";
  const chain = forwarded.split(",").map((address) => address.trim());
  return chain.at(-hops) ?? chain[0] ?? "";
}
