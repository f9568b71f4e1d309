import { isIPv4, isIPv6 } from "node:net";

/** RULES.md 8.2. @returns an IPv4 address, also of a mapped one (RFC 4291 §2.5.5.2), or an IPv6 address's /64 (RFC 6177) */
export function clientKey(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  return ipv4In(groups)?.join(".") ?? `${inHex(groups, 4)}::/64`;
}

/** What a client's address is part of. Null where it is not wider than the client, or there is none. */
interface Networks {
  /** an IPv4 /24 or IPv6 /56, which one customer of a provider may have to themselves */
  network: string | null;
  /** an IPv6 /48 */
  wide: string | null;
}

/** The networks that an address counts for besides its client (RULES.md 8.2). A loopback address counts for itself alone. */
export function networksOf(address: string): Networks {
  const groups = groupsOf(address);
  const ipv4 = groups === null ? numbersOf(address) : ipv4In(groups);
  if (ipv4 !== null)
    return { network: ipv4[0] === 127 ? null : `${ipv4.slice(0, 3).join(".")}.0/24`, wide: null };
  if (groups === null || isLoopback(groups)) return { network: null, wide: null };
  const [first, second, third, fourth] = groups as [number, number, number, number];
  return {
    network: `${inHex([first, second, third, fourth & 0xff00], 4)}::/56`,
    wide: `${inHex(groups, 3)}::/48`,
  };
}

/** @returns the eight groups of an IPv6 address, or null */
function groupsOf(address: string): number[] | null {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return null;
  // The URL parser normalises an IPv6 host, also one with a dotted end.
  const [head = "", tail = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((half) => (half ? half.split(":") : []));
  const zeros = Array<string>(8 - first!.length - last!.length).fill("0");
  return [...first!, ...zeros, ...last!].map((group) => Number.parseInt(group, 16));
}

/** @returns the four numbers of a mapped IPv4 address, or null */
function ipv4In(groups: number[]): number[] | null {
  if (inHex(groups, 6) !== "0:0:0:0:0:ffff") return null;
  return groups.slice(6).flatMap((pair) => [pair >> 8, pair & 255]);
}

const numbersOf = (address: string) => (isIPv4(address) ? address.split(".").map(Number) : null);

const isLoopback = (groups: number[]) => inHex(groups, 8) === "0:0:0:0:0:0:0:1";

const inHex = (groups: number[], count: number) =>
  groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
