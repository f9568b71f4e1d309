import share from "./share.js?raw";
import shown from "./shown.js?raw";
import wayBack from "./way-back.js?raw";

/** Shares a page, reports a prefetched one as shown (RULES.md 3.1), and points "Back" to the search (11.6). */
export function ownScript(page: { isHome: boolean; isPerfume: boolean; isPlain: boolean }): string {
  if (page.isPerfume) return page.isPlain ? shown + wayBack + share : share;
  return page.isHome ? wayBack : "";
}
