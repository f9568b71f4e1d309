/** Without an index route below ":file.xml" the router would take "/sitemap-es-1.xml" for a language. */
export const handle = {};
