import film from "./film.js?raw";
import share from "./share.js?raw";
import shown from "./shown.js?raw";
import wayBack from "./way-back.js?raw";

/** Plays home's film, shares a page, reports a prefetched one as shown (RULES.md 3.1), and points "Back" to the page before (11.6). */
export function ownScript(page: {
  isHome: boolean;
  isPerfume: boolean;
  isPlain: boolean;
  /** said of the address */
  copied: string;
}): string {
  if (!page.isPerfume) return page.isHome ? film : "";
  return (page.isPlain ? shown : "") + wayBack + share.replace("copied", page.copied);
}
