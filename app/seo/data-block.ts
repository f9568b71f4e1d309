import type { Graph } from "schema-dts";

/** The page with its structured data last in the body: no script runs there, so no policy needs to allow it (CSP3 §4.2.3). */
export function withData(page: string, data: Graph | null): string {
  if (!data) return page;
  // Whatever a name contains, "<" alone could end the element (HTML §4.12.1.3).
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const block = `<script type="application/ld+json">${json}</script>`;
  return page.replace("</body>", () => `${block}</body>`);
}
