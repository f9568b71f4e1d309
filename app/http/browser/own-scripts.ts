import shown from "./shown.js?raw";
import wayBack from "./way-back.js?raw";

/**
 * The inline scripts that a page has besides those that hydrate it. A perfume's page reports that it is shown when it was
 * fetched ahead (RULES.md 5.7); on it, "Back" returns to the search one came from (1.8), also when it was reached without a
 * load of the page, from home. An address with a query is reached from the perfume's plain page, so it needs neither.
 */
export function ownScripts(page: { isHome: boolean; isPlainPerfume: boolean }): string[] {
  if (page.isPlainPerfume) return [shown, wayBack];
  return page.isHome ? [wayBack] : [];
}
