import { xmlDocument } from "./xml.ts";

/** OpenSearch 1.1: lets browsers search the site from their address bar. */
export function openSearch(site: {
  name: string;
  description: string;
  language: string;
  origin: string;
  /** the address of the results, containing `{searchTerms}` */
  template: string;
}): string {
  return xmlDocument({
    OpenSearchDescription: {
      "@_xmlns": "http://a9.com/-/spec/opensearch/1.1/",
      ShortName: site.name,
      Description: site.description,
      Language: site.language,
      InputEncoding: "UTF-8",
      Image: { "@_type": "image/svg+xml", "#text": `${site.origin}/favicon.svg` },
      Url: { "@_type": "text/html", "@_template": site.template },
    },
  });
}
