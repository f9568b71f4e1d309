import shown from "./shown.js?raw";
import wayBack from "./way-back.js?raw";

/** Scripts that report a prefetched page as shown (RULES.md 3.1), and point "Back" to the search (11.6). */
export function ownScripts(page: { isHome: boolean; isPlainPerfume: boolean }): string[] {
  if (page.isPlainPerfume) return [shown, wayBack];
  return page.isHome ? [wayBack] : [];
}
