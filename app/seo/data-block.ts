import type { Graph } from "schema-dts";

/** A page's structured data for the end of its body: no script runs there, so no policy needs to allow it (CSP3 §4.2.3). */
export function dataBlock(data: Graph | null): string {
  if (!data) return "";
  // Whatever a name contains, "<" alone could end the element (HTML §4.12.1.3).
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/ld+json">${json}</script>`;
}
