import { isPunycode, parseAddress } from "./public-addresses.ts";

/** No password, no port, and no letter in the host that could imitate another. */
const plain = /^https:\/\/[a-z0-9.-]+(?::443)?(?:[/?#]|$)/iu;
const encodedControl = /%(?:[01][\da-f]|7f)/iu;
const tracking =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|srsltid|ref_src|_g[al])(?:=|$)/iu;

/** @returns the page without fragment and tracking, or null if it is not a public https address (RULES.md 1.15) */
export function parseSourceUrl(text: string): string | null {
  const typed = text.trim();
  if (!plain.test(typed) || encodedControl.test(typed)) return null;
  const address = parseAddress(typed);
  if (!address?.url || isPunycode(address.host)) return null;
  const page = new URL(address.url);
  page.hash = "";
  // Edited as text, because URLSearchParams would respell the other parameters.
  const kept = page.search
    .slice(1)
    .split("&")
    .filter((part) => !tracking.test(part))
    .join("&");
  // Alone it would lose a "?" of its own.
  page.search = kept && `?${kept}`;
  return page.href;
}

/** "www.fragrantica.com" is shown as "fragrantica.com". */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\.(?=.+\.)/u, "");
}
