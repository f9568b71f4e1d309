import { withoutLanguage } from "#app/i18n/paths.ts";
import { isPrivate } from "./page-kinds.ts";
import type { Render } from "./answer-page.ts";
import { assetsPrefix } from "./assets.ts";
import type { Wrapper } from "./visit.ts";

export const withCanonicalPath =
  (render: Render): Wrapper =>
  (next) =>
  async (request, visit) => {
    const { url, id } = visit;
    if (request.method !== "GET" && request.method !== "HEAD") return next(request, visit);
    // A script of another release, with capitals in its name: on a 404 the proxy asks the next process (RULES.md 14.14).
    if (url.pathname.startsWith(assetsPrefix)) return next(request, visit);
    const path = canonicalPath(url.pathname);
    if (path === url.pathname) return next(request, visit);
    visit.route = "redirect";
    const to = path + url.search;
    const Location = (await movedTo(new URL(to, url.origin), id, render)) ?? to;
    return new Response(null, {
      status: 301,
      headers: {
        Location,
        ...(isPrivate(url) && { "Cache-Control": "private, no-store" }),
      },
    });
  };

function canonicalPath(path: string): string {
  return (
    path
      .replace(/%([0-9a-f]{2})/giu, (encoded, hex: string) => {
        const sign = String.fromCharCode(Number.parseInt(hex, 16));
        return /[\w.~-]/u.test(sign) ? sign : encoded;
      })
      .replace(/%..|[A-Z]+/gu, (part) =>
        part.startsWith("%") ? part.toUpperCase() : part.toLowerCase(),
      )
      // Browsers treat a backslash as a slash.
      .replace(/[/\\]{2,}/gu, "/")
      .replace(/(?<=.)\/$/u, "")
  );
}

/** @returns the target when a perfume's or brand's slug is out of date, so that one redirect is enough */
async function movedTo(url: URL, id: string, render: Render): Promise<string | null> {
  if (!/^\/(?:perfume|brand)\//u.test(withoutLanguage(url.pathname))) return null;
  const { response } = await render(new Request(url), "", id);
  return response.status === 301 ? response.headers.get("Location") : null;
}
