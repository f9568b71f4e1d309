import { isIP } from "node:net";
import { isRedirector } from "./redirectors.ts";

const maxHost = 253;
const maxUrl = 500;

export interface PublicAddress {
  host: string;
  /** https only; null for a host alone and for http */
  url: string | null;
}

/** Special-use names (RFC 6761, RFC 6762, RFC 8375), and those of home routers. */
const notPublic =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|test|invalid|onion|arpa|alt)$/u;

export const scheme = /^[a-z][a-z0-9+.-]*:/iu;

/** Without what a message has around an address: "<https://…>", "(https://…).", but "…/Oud_(note)" is whole. */
export function addressIn(text: string): string {
  const typed = text.trim().replace(/^[<(](.*?)[>)]?$/u, "$1");
  const meant = typed.replace(/[.,;:!…»”’"'>]+$/u, "");
  const isClosedTwice = meant.endsWith(")") && meant.split(")").length > meant.split("(").length;
  if (isClosedTwice) return addressIn(meant.slice(0, -1));
  return meant;
}

/** @returns null for other schemes, passwords, ports, IP addresses, single words, private networks and redirectors (RULES.md 4.3) */
export function parseAddress(text: string): PublicAddress | null {
  const typed = addressIn(text);
  if (typed.length > maxUrl || /[\s\\\p{Cc}]/u.test(typed)) return null;
  const hasScheme = scheme.test(typed);
  if (hasScheme && !/^https?:\/\/(?!\/)/iu.test(typed)) return null;
  const address = URL.parse(hasScheme ? typed : `http://${typed.replace(/^\/\//u, "")}`);
  if (!address || /^[^/?#]*\/\/[^/?#]*@/u.test(address.href)) return null;
  if (address.username || address.password || address.port) return null;
  const host = address.hostname.replace(/\.$/u, "");
  if (!isPublic(host)) return null;
  address.hostname = host;
  const isPage = address.protocol === "https:" && address.href.length <= maxUrl;
  const plain = host.replace(/^www\.(?=.+\.)/u, "");
  if (isRedirector(plain, address.pathname)) return null;
  return { host: plain, url: isPage ? address.href : null };
}

function isPublic(host: string): boolean {
  if (host.length > maxHost || isIP(host) !== 0 || host.startsWith("[")) return false;
  if (!/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/u.test(host))
    return false;
  return !notPublic.test(host);
}

/** Non-ASCII letters (RFC 3492) can imitate others. */
export function isPunycode(host: string): boolean {
  return host.split(".").some((label) => label.startsWith("xn--"));
}
