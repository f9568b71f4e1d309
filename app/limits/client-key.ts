import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";

/** @returns an IPv4 address, or an IPv6 address's /64, which belongs to one customer (RFC 6177, RULES.md 12.9) */
export function clientKey(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  return ipv4In(groups)?.join(".") ?? `${inHex(groups, 4)}::/64`;
}

/** A keyed hash of the list of parts; different lists never share a hash. */
export function keyed(secret: string, ...parts: string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** @returns the client's IPv4 /24 or IPv6 /56, and IPv6 /48 (RULES.md 12.9); none for a loopback address */
export function networksOf(address: string): { network: string | null; wide: string | null } {
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

/** @returns the client's IPv4 /24 or IPv6 /48; null for a loopback address */
export function widestNetworkOf(address: string): string | null {
  const { network, wide } = networksOf(address);
  return wide ?? network;
}

function groupsOf(address: string): number[] | null {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return null;
  const [head = "", tail = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((half) => (half ? half.split(":") : []));
  const zeros = Array<string>(8 - first!.length - last!.length).fill("0");
  return [...first!, ...zeros, ...last!].map((group) => Number.parseInt(group, 16));
}

/** Whose IPv4 address it is: mapped, or one that has very many by NAT64 (RFC 6052), 6to4 (RFC 3056) or Teredo (RFC 4380). */
function ipv4In(groups: number[]): number[] | null {
  if (inHex(groups, 6) === "0:0:0:0:0:ffff") return bytesOf(groups.slice(6));
  const tunnelled = tunnelledIn(groups);
  // No tunnel ends at a loopback address, which would be nobody's network.
  return tunnelled && tunnelled[0] !== 127 ? tunnelled : null;
}

function tunnelledIn(groups: number[]): number[] | null {
  if (inHex(groups, 6) === "64:ff9b:0:0:0:0") return bytesOf(groups.slice(6));
  if (groups[0] === 0x2002) return bytesOf(groups.slice(1, 3));
  const isTeredo = inHex(groups, 2) === "2001:0";
  return isTeredo ? bytesOf(groups.slice(6)).map((byte) => byte ^ 255) : null;
}

const bytesOf = (pairs: number[]) => pairs.flatMap((pair) => [pair >> 8, pair & 255]);

const numbersOf = (address: string) => (isIPv4(address) ? address.split(".").map(Number) : null);

const isLoopback = (groups: number[]) => inHex(groups, 8) === "0:0:0:0:0:0:0:1";

const inHex = (groups: number[], count: number) =>
  groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
