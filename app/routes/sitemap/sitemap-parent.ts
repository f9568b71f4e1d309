/**
 * Holds the sitemaps' place among the routes: the router ranks an index below ":file.xml" above the one below ":lang?", but
 * not ":file.xml" alone, and would take "/sitemap-es-1.xml" for a language.
 */
export const handle = {};
