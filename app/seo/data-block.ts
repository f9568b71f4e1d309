import type { Graph } from "schema-dts";

/** The content security policy need not allow it, because it is data, not a script (CSP3 §4.2.3). */
export function dataBlock(data: Graph | null): string {
  if (!data) return "";
  // Without "<", no name can close the element (HTML §4.12.1.3).
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/ld+json">${json}</script>`;
}
