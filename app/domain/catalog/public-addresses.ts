import { isIP } from "node:net";

/** Hosts, with all below them, whose addresses only send visitors elsewhere: shortened links, links that count clicks, and affiliate networks. */
const hosts = new Set(
  `
  t.co bit.ly bitly.com j.mp tinyurl.com goo.gl share.google search.app ow.ly buff.ly is.gd v.gd
  cutt.ly rb.gy rebrand.ly t.ly shorturl.at tiny.cc tny.im s.id dub.sh dlvr.it soo.gd bl.ink
  short.io lnkd.in pin.it fb.me redd.it vm.tiktok.com vt.tiktok.com t.umblr.com href.li disq.us
  page.link app.link onelink.me
  l.facebook.com lm.facebook.com l.instagram.com l.messenger.com l.threads.net l.threads.com
  l.wl.co out.reddit.com slack-redir.net safelinks.protection.outlook.com urldefense.com
  urldefense.proofpoint.com linkprotect.cudasvc.com
  amzn.eu amzn.to amzn.com amzn.asia a.co ebay.us rover.ebay.com a.aliexpress.com
  s.click.aliexpress.com
  awin1.com awin.link tidd.ly zenaps.com shareasale.com shareasale-analytics.com shrsl.com
  anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com emjcd.com linksynergy.com
  pxf.io sjv.io 7eer.net evyy.net ojrq.net prf.hn tradedoubler.com tradetracker.net webgains.com
  effiliation.com metaffiliation.com kwanko.com admitad.com alitems.com digidip.net
  skimresources.com viglink.com go2cloud.org rstyle.me liketk.it ltk.app.link shopstyle.it
  shop-links.co shopmy.us fave.co geni.us howl.me magik.ly narrativ.com mavely.app.link
  doubleclick.net googleadservices.com
  `
    .trim()
    .split(/\s+/u),
);

const pages: [host: RegExp, path: RegExp][] = [
  [/^google\.[a-z.]{2,6}$/u, /^\/(?:url|aclk|imgres|amp\/.*)$/u],
  [/^bing\.com$/u, /^\/(?:aclk|ck\/a)$/u],
  [/^duckduckgo\.com$/u, /^\/(?:l\/?|y\.js)$/u],
  [/^(?:m\.)?youtube\.com$/u, /^\/redirect$/u],
  [/^(?:m\.|mbasic\.)?facebook\.com$/u, /^\/(?:l|flx\/warn\/?)(?:\.php)?$/u],
  [/^linkedin\.com$/u, /^\/(?:redir\/.*|safety\/go)$/u],
  [/^tiktok\.com$/u, /^\/link\/v2$/u],
  [/^pinterest\.[a-z.]{2,6}$/u, /^\/offsite\/?$/u],
  [/^medium\.com$/u, /^\/r\/?$/u],
  [/^(?:m\.)?vk\.com$/u, /^\/away\.php$/u],
  [/^steamcommunity\.com$/u, /^\/linkfilter\/?$/u],
];

export function isRedirector(host: string, path: string): boolean {
  for (let name = host; name.includes("."); name = name.slice(name.indexOf(".") + 1))
    if (hosts.has(name)) return true;
  return pages.some(([site, page]) => site.test(host) && page.test(path));
}

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
