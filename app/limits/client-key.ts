import { isIPv6 } from "node:net";

/**
 * What limits count a client by (RULES.md 8.2): its IPv4 address, also when mapped into IPv6 (RFC 4291 §2.5.5.2), or the
 * /64 of its IPv6 address, the smallest network that one customer gets (RFC 6177).
 * @returns "198.51.100.7" or "2001:db8:0:1::/64"; text that is no address stays as it is
 */
export function clientKey(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  // The URL parser normalises an IPv6 host, also one with a dotted end.
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
