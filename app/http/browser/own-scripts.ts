import shown from "./shown.js?raw";
import wayBack from "./way-back.js?raw";

/** A perfume's page reports that it is shown after it was fetched ahead (RULES.md 3.1), and leads "Back" to the search (11.6). */
export function ownScripts(page: { isHome: boolean; isPlainPerfume: boolean }): string[] {
  if (page.isPlainPerfume) return [shown, wayBack];
  return page.isHome ? [wayBack] : [];
}
