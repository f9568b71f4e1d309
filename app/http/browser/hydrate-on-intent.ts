import intent from "./intent.js?raw";
import {
  contextScript,
  modulePreload,
  routerScript,
  scrollScriptEnd,
} from "./react-router-internals.ts";

/**
 * RULES.md 11.7. `nofollow`: /auth/google, which starts an attempt; `download`: the data export; `hreflang`: the page in
 * another language, whose answer remembers the language (1.3) only when it is shown.
 */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { selector_matches: "[rel~=nofollow],[download]" } },
          { not: { selector_matches: "[hreflang]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});

/**
 * Makes the router's scripts inert, and adds intent.js, which activates them when the person shows intent (RULES.md 11.4).
 * The elements stay where React expects them when it hydrates.
 * @param page HTML up to the last script, without the end of its body
 * @param handoff the script with the loaders' data (handoff.ts), which follows it
 * @param saveData leaves out all scripts and prefetching
 * @returns the page in parts, because joining 90 KB takes 0.3 ms; and the text of every inline script that may run on it,
 * for the content security policy
 */
export function hydrateOnIntent(
  page: string,
  handoff: string,
  saveData: boolean,
): { html: string[]; scripts: string[] } {
  // Preload links are in the head and the router's scripts come last, so that most of the page need not be searched.
  const body = page.indexOf("</head>");
  const first = page.indexOf("<script", body);
  const end = first < 0 ? page.length : first;
  const inert: string[] = [];
  const html = [
    page.slice(0, body).replace(modulePreload, ""),
    page.slice(body, end),
    (page.slice(end) + handoff).replace(routerScript, (_, script: string) => {
      if (saveData) return "";
      // What says the same on every page is in entry.client.tsx. Nor is scrolling restored: when the script is activated it
      // is too late, and browsers do that by themselves.
      if (script.endsWith(scrollScriptEnd) || script.startsWith(contextScript))
        return '<script type="text/none"></script>';
      inert.push(script);
      return `<script type="text/plain">${script}</script>`;
    }),
  ];
  if (saveData) return { html, scripts: [] };

  const activation = inert.length > 0 ? `<script>${intent}</script>` : "";
  html.push(`<script type="speculationrules">${speculationRules}</script>`, activation);
  return {
    html,
    // intent.js joins the inert scripts into one module in the same way.
    scripts: [speculationRules, ...(activation ? [intent, inert.join("\n")] : [])],
  };
}
