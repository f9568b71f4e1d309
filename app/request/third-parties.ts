import { config } from "../config.ts";
import ads from "./ads.js?raw";
import analytics from "./analytics.js?raw";
import type { Purpose } from "./consent.ts";

/**
 * Adds the few lines that bring in what was consented to: outside of what React knows, so that it leaves them alone.
 * @param given what the person said yes to, with what is configured; nothing for who saves data
 * @returns the page, and the text of every inline script that was added
 */
export function withThirdParties(
  page: string,
  given: Purpose[],
): { html: string; scripts: string[] } {
  const tags = given.map((purpose) =>
    purpose === "ads"
      ? `<script>${ads}</script>`
      : `<script data-id="${config.analyticsId}">${analytics}</script>`,
  );
  return {
    html: page.replace("</body>", () => `${tags.join("")}</body>`),
    scripts: given.map((purpose) => (purpose === "ads" ? ads : analytics)),
  };
}
