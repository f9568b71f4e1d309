import { addressIn, isPunycode, parseAddress } from "./public-addresses.ts";

/** No password, no port, and no letter in the host that could imitate another. */
const plain = /^https:\/\/[a-z0-9.-]+(?::443)?(?:[/?#]|$)/iu;
const encodedControl = /%(?:[01][\da-f]|7f)/iu;
const tracking =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|srsltid|ref_src|_g[al])(?:=|$)/iu;

/** @returns the page without fragment and tracking, or null if it is not a public https address (RULES.md 1.15) */
export function parseSourceUrl(text: string): string | null {
  const typed = addressIn(text);
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

/** Where data files are, with the sites that show them: what is there is a catalogue at most (RULES.md 1.15). */
const codeHosts = `
  bitbucket.io bitbucket.org codeberg.org codeberg.page gitee.com githack.com github.com
  github.io githubassets.com githubusercontent.com gitlab.com gitlab.io hf.co hf.space
  huggingface.co jsdelivr.net kaggle.com npmjs.com pastebin.com pypi.org replit.com
  sourceforge.net sr.ht unpkg.com
`
  .trim()
  .split(/\s+/u);

export function isCodeHost(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return codeHosts.some((one) => host === one || host.endsWith(`.${one}`));
}
