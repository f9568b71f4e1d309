import { isIPv6 } from "node:net";

/**
 * Whom an address counts as: an IPv4 address for itself (RFC 4291 §2.5.5.2 mapped ones too), an IPv6 address for its /64,
 * the smallest network that one customer gets (RFC 6177).
 */
export function clientKey(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  // A URL's host is written in one way only, with numbers in place of a dotted end.
  const [head = "", tail = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((half) => (half ? half.split(":") : []));
  const groups = [...first!, ...Array(8 - first!.length - last!.length).fill("0"), ...last!];
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff")
    return `${groups.slice(0, 4).join(":")}::/64`;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
}
