import { config } from "../config.ts";
import ads from "./ads.js?raw";
import analytics from "./analytics.js?raw";
import type { Purpose } from "./consent.ts";

/**
 * The few lines that bring in what was consented to, for the end of the body: outside of what React knows, so that it
 * leaves them alone.
 * @param given what the person said yes to, with what is configured; nothing for who saves data
 * @returns the elements, and the text of each
 */
export function thirdParties(given: Purpose[]): { tags: string; scripts: string[] } {
  const tags = given.map((purpose) =>
    purpose === "ads"
      ? `<script>${ads}</script>`
      : `<script data-id="${config.analyticsId}">${analytics}</script>`,
  );
  return {
    tags: tags.join(""),
    scripts: given.map((purpose) => (purpose === "ads" ? ads : analytics)),
  };
}
