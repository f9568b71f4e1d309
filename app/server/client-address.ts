/**
 * The network address of whoever asks, believing exactly as many proxies as the operator runs (design §2, trap 4).
 * @param forwarded the X-Forwarded-For header: each proxy appends the address that it was asked from
 * @param hops how many proxies of our own stand in front; 0 believes no header at all
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
