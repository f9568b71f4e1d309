/** What a product's page needs beside its path: the size that was seen. No other parameter is kept, because it could earn somebody a commission. */
const productParameters: Record<string, readonly string[]> = {
  "bloomingdales.com": ["ID"],
  "douglas.at": ["variant"],
  "douglas.be": ["variant"],
  "douglas.ch": ["variant"],
  "douglas.de": ["variant"],
  "douglas.es": ["variant"],
  "douglas.it": ["variant"],
  "douglas.nl": ["variant"],
  "douglas.pl": ["variant"],
  "douglas.pt": ["variant"],
  "lookfantastic.com": ["variation"],
  "macys.com": ["ID"],
  "parfumdreams.de": ["variant"],
  "sephora.com": ["skuId"],
  "ulta.com": ["sku"],
};

const safeValue = /^[\w-]{1,40}$/u;
/** Parts of paths that send visitors elsewhere: "/redirect", "/out.php". */
const redirector =
  /^(?:redir(?:ect(?:or|ion)?)?|out(?:going|bound)?|go(?:to)?|click|clk|url|link|exit|leave|away|jump|track(?:ing)?|aff(?:iliate)?|obidos)(?:\.\w+)?$/iu;
/** Parameters in paths. */
const inPath = /(?:;|\/ref=).*$/iu;
const address = /https?:|\/\/|%2f%2f|\bwww\./iu;

/**
 * Without query, except what the shop's product pages need, and without fragment (RULES.md 4.3).
 * @param url a valid https address
 * @returns null for an address that sends visitors elsewhere
 */
export function productPage(url: string, shop: string): string | null {
  const page = new URL(url);
  page.pathname = page.pathname.replace(inPath, "");
  if (isRedirector(page, shop)) return null;
  const kept = (productParameters[shop] ?? []).flatMap((name) => {
    const value = page.searchParams.get(name);
    return value !== null && safeValue.test(value) ? [`${name}=${value}`] : [];
  });
  return page.origin + page.pathname + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

function isRedirector({ hostname, pathname }: URL, shop: string): boolean {
  const subdomains = hostname.slice(0, -shop.length).split(".");
  // Deep in a shop, a page's own name can be a perfume's: "/es/perfumes/away".
  const folders = pathname
    .split("/")
    .filter(Boolean)
    .filter((_, at, all) => at < 2 || at < all.length - 1);
  return (
    address.test(decoded(pathname)) ||
    [...subdomains, ...folders].some((part) => redirector.test(part))
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
