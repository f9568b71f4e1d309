import ads from "./ads.js?raw";
import analytics from "./analytics.js?raw";

export type Purpose = "analytics" | "ads";

export interface Sources {
  script: string;
  connect: string;
  image: string;
  frame?: string;
}

/** Google publishes no list of ad hosts, only 'strict-dynamic' (https://developers.google.com/publisher-tag/guides/content-security-policy). */
export const sourcesOf: Record<Purpose, Sources> = {
  analytics: {
    script: "https://www.googletagmanager.com",
    connect:
      "https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com",
    image: "https://*.google-analytics.com https://www.googletagmanager.com",
  },
  ads: { script: "'strict-dynamic'", connect: "https:", image: "https: data:", frame: "https:" },
};

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
