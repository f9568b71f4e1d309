import intent from "./intent.js?raw";
import {
  contextScript,
  entryImport,
  framePreload,
  modulePreload,
  routerScript,
  scrollScriptEnd,
} from "./react-router-internals.ts";
import { existsSync, readdirSync } from "node:fs";

const links = "[href^='/']:not([rel~=nofollow],[download],[hreflang])";

/** `nofollow` starts a sign-in, `download` exports data, `hreflang` would remember a language never shown (RULES.md 11.10). */
const prefetchRules = JSON.stringify({
  prefetch: [{ where: { selector_matches: links }, eagerness: "moderate" }],
});

const pageLanguage = /^<html lang="(\w+)"/u;

/** The elements stay where React expects them (RULES.md 11.9). @returns the page in parts, because joining 90 KB takes 0.3 ms */
export function hydrateOnIntent(
  page: string,
  handoff: string,
  saveData: boolean,
): { html: string[]; scripts: string[] } {
  const body = page.indexOf("</head>");
  const first = page.indexOf("<script", body);
  const end = first < 0 ? page.length : first;
  const inert: string[] = [];
  // Otherwise requested only after the modules that import it have loaded.
  const [, frame] = framePreload.exec(page) ?? [];
  const [, language] = pageLanguage.exec(page) ?? [];
  const early = [frame, frame && textsModule(language)]
    .map((path) => (path ? `import"${path}";` : ""))
    .join("");
  const html = [
    page.slice(0, body).replace(modulePreload, ""),
    page.slice(body, end),
    (page.slice(end) + handoff).replace(routerScript, (_, script: string) => {
      if (saveData) return "";
      // Redundant with entry.client.tsx; and browsers restore the scroll position themselves.
      const isOmitted = script.endsWith(scrollScriptEnd) || script.startsWith(contextScript);
      const isRouter = script.startsWith("import ");
      const text = isOmitted ? "" : isRouter ? early + compact(script) : script;
      inert.push(text);
      return `<script type="text/plain">${text}</script>`;
    }),
  ];
  if (saveData) return { html, scripts: [] };

  const activation = inert.length > 0 ? `<script>${intent}</script>` : "";
  html.push(`<script type="speculationrules">${prefetchRules}</script>`, activation);
  return {
    html,
    // intent.js joins the inert scripts into one module in the same way.
    scripts: [prefetchRules, ...(activation ? [intent, `${inert.join("\n")}\n`] : [])],
  };
}

const compact = (script: string) =>
  script
    .replace(entryImport, 'import"$1"')
    .replace(/\n\s*/gu, "")
    .replace(/\bimport (?=["*])/gu, "import");

const folder = new URL("../client/assets/", import.meta.url);
const names = existsSync(folder) ? readdirSync(folder) : [];
const modules = new Map(
  names.flatMap((name) => {
    const [, language] = /^texts-(\w+)-.+\.js$/u.exec(name) ?? [];
    return language ? [[language, `/assets/${name}`]] : [];
  }),
);

/** @returns the address of the script with a language's texts; undefined where nothing was built */
const textsModule = (language: string | undefined) =>
  language === undefined ? undefined : modules.get(language);
