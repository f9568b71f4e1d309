import { withoutLanguage } from "#app/i18n/paths.ts";
import { assetsPrefix } from "./assets.ts";
import { routePattern } from "./middleware/context.ts";
import { isPrivate } from "./page-kinds.ts";
import { isDecodable } from "./request-target.ts";
import type { Step } from "./step.ts";

export const canonicalPaths: Step = async ({ request, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  // A script of another release, with capitals in its name: on a 404 the proxy asks the next process (RULES.md 14.14).
  if (url.pathname.startsWith(assetsPrefix)) return next();
  const to = canonicalAddress(url);
  if (to === url.pathname + url.search) return next();
  const moved = new URL(to, url.origin);
  const Location = (await movedTo(moved, next)) ?? to;
  context.set(routePattern, "redirect");
  return new Response(null, {
    status: 301,
    headers: {
      Location,
      ...(isPrivate(moved) && { "Cache-Control": "private, no-store" }),
    },
  });
};

/** Parameters that a program added to an address that had no "?". */
const strayQuery = /(?:&(?:amp;)?|;|%26|%3f)(?=[\w.~-]+(?:=|%3d))/iu;
/** The values are ids and tokens. */
const withoutSigns = "token draft vote reviews sources verdict report page prices price".split(" ");

function canonicalAddress({ pathname: encoded, search }: URL): string {
  const once = encoded.replace(/%(?:25)+(?=[\da-f]{2})/giu, "%");
  const whole = isDecodable(once) ? once : encoded;
  // HTML or Markdown around an address.
  const [pathname = whole] = whole.split(/(?<=.)(?:["<>]|%22|%3[ce]|(?:\]|%5d)\()/iu, 1);
  const { index = pathname.length, 0: sign = "" } = strayQuery.exec(pathname) ?? {};
  const stray = pathname.slice(index + sign.length);
  const added = sign.startsWith("%") ? stray.replace(/%3d/giu, "=").replace(/%26/gu, "&") : stray;
  const query = [added, search.slice(1)].filter(Boolean).join("&");
  const last = query.lastIndexOf("&") + 1;
  const [name = "", value = ""] = query.slice(last).split(/=(.*)/su);
  const tidied = withoutSigns.includes(name)
    ? `${query.slice(0, last)}${name}=${withoutTail(value)}`
    : query;
  return canonicalPath(pathname.slice(0, index)) + (tidied && `?${tidied}`);
}

function canonicalPath(path: string): string {
  const folder = path.lastIndexOf("/") + 1;
  return (
    (path.slice(0, folder) + withoutTail(path.slice(folder)).replace(/_+$|(?<=-\d+)[_-]+$/u, ""))
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
async function movedTo(url: URL, next: Parameters<Step>[1]): Promise<string | null> {
  if (!/^\/(?:perfume|brand)\//u.test(withoutLanguage(url.pathname))) return null;
  const response = await next(new Request(url));
  return response.status === 301 ? response.headers.get("Location") : null;
}

/** Without the punctuation that a sentence, or a program that found the address in one, leaves behind it. */
function withoutTail(text: string): string {
  if (!isDecodable(text)) return text;
  const whole = decodeURIComponent(text);
  const meant = whole.replace(/(?<=^|[\w\p{L}\p{M}\p{N}%-])[^\w\p{L}\p{M}\p{N}%-]+$/u, "");
  return meant === whole ? text : encodeURIComponent(meant);
}
