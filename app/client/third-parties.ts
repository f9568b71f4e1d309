import ads from "./ads.js?raw";
import analytics from "./analytics.js?raw";

/** What a person may allow. */
export type Purpose = "analytics" | "ads";

/** The sources that a script needs, in the words of a content security policy. */
export interface Sources {
  script: string;
  connect: string;
  frame?: string;
}

/**
 * What each third party needs. Analytics: https://developers.google.com/tag-platform/security/guides/csp. The hosts of
 * advertisements change: Google supports no list of them, but scripts trusted by the one that brings them in
 * (https://developers.google.com/publisher-tag/guides/content-security-policy).
 */
export const sourcesOf: Record<Purpose, Sources> = {
  analytics: {
    script: "https://www.googletagmanager.com",
    connect:
      "https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com",
  },
  ads: { script: "'strict-dynamic'", connect: "https:", frame: "https:" },
};

/**
 * The inline scripts that load what was consented to, for the end of the body: outside of React's tree.
 * @param given what the person said yes to, with what is configured; nothing for who saves data
 * @param analyticsId Google Analytics' id of the site
 * @returns the elements, and the text of each
 */
export function thirdParties(
  given: Purpose[],
  analyticsId: string | null,
): { tags: string; scripts: string[] } {
  const tags = given.map((purpose) =>
    purpose === "ads"
      ? `<script>${ads}</script>`
      : `<script data-id="${analyticsId}">${analytics}</script>`,
  );
  return {
    tags: tags.join(""),
    scripts: given.map((purpose) => (purpose === "ads" ? ads : analytics)),
  };
}
