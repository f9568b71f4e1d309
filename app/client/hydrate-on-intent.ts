import intent from "./intent.js?raw";

/**
 * Browsers that know how fetch a page while the pointer rests on its link; the view log does not count that. Not what is
 * no page of ours: the way to Google begins an attempt, and a person's data is fetched when they say so.
 */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: "/*" }, { not: { selector_matches: "[rel~=nofollow],[download]" } }],
      },
      eagerness: "moderate",
    },
  ],
});

/**
 * Makes the scripts that the router prints inert and adds the few lines that wake them when the person shows intent
 * (design §6). The elements stay where React will look for them.
 * @param page up to the last script, without the end of its body
 * @param saveData then they are left out, as nothing would wake them, and nothing is fetched ahead
 * @returns the page, and the text of every inline script that may ever run on it
 */
export function hydrateOnIntent(
  page: string,
  saveData: boolean,
): { html: string; scripts: string[] } {
  // React puts the links to scripts into the head, and the router's scripts are last: most of the page is neither.
  const body = page.indexOf("</head>");
  const first = page.indexOf("<script", body);
  const foot = first < 0 ? page.length : first;
  const asleep: string[] = [];
  const html = [
    page.slice(0, body).replace(/<link rel="modulepreload"[^>]*>/gu, ""),
    page.slice(body, foot),
    page
      .slice(foot)
      .replace(/<script(?: type="module" async="")?>(.*?)<\/script>/gsu, (_, script: string) => {
        if (saveData) return "";
        // It would scroll when it is woken, not when the page is loaded; browsers restore a document's scroll by themselves.
        if (script.includes("react-router-scroll-positions"))
          return '<script type="text/none"></script>';
        asleep.push(script);
        return `<script type="text/plain">${script}</script>`;
      }),
  ];
  if (saveData) return { html: html.join(""), scripts: [] };

  const waker = asleep.length > 0 ? `<script>${intent}</script>` : "";
  html.push(`<script type="speculationrules">${speculationRules}</script>`, waker);
  return {
    html: html.join(""),
    // The intent script joins the sleeping ones into a single module in the same way.
    scripts: [speculationRules, ...(waker ? [intent, asleep.join("\n")] : [])],
  };
}
