import { isIPv6 } from "node:net";

/** RULES.md 8.2. @returns an IPv4 address, also of a mapped one (RFC 4291 §2.5.5.2), or an IPv6 address's /64 (RFC 6177) */
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
