import { isIP } from "node:net";
import { z } from "zod";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { isFromSearch, isView } from "./page-view.ts";

export interface LoggedOpening {
  at: Date;
  address: string;
  slug: string;
  searched: boolean;
  fromCache: boolean;
}

const entry = z.object({
  time: z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
  address: z.string().refine((address) => isIP(address) > 0),
  method: z.string(),
  uri: z.string().startsWith("/"),
  status: z.number(),
  cache: z.string(),
  upstream: z.string(),
  agent: z.string(),
  purpose: z.string(),
  referer: z.string(),
});

/** Counts by the same rule as the site (RULES.md 3.1). @returns "other" when no perfume's page is opened, "broken" for an invalid line */
export function readAccessLine(text: string, origin: string): LoggedOpening | "other" | "broken" {
  const line = parse(text);
  if (line === null) return "broken";
  const { method, status, time, address } = line;
  if (method !== "GET" || (status !== 200 && status !== 304)) return "other";
  const asked = answeredBy(line);
  if (asked === null || !URL.canParse(origin + line.uri)) return "other";
  const url = new URL(origin + line.uri);
  const path = withoutLanguage(url.pathname);
  const [, slug] = /^\/perfume\/([^/]+)$/u.exec(path) ?? [];
  if (slug === undefined || path === url.pathname) return "other";
  const headers = headersOf(line);
  if (headers === null) return "broken";
  const request = { method, headers };
  if (!isView(request, url)) return "other";
  const searched = isFromSearch(request, url);
  return { at: time, address, slug, searched, fromCache: asked === "cache" };
}

function parse(text: string): z.output<typeof entry> | null {
  try {
    return entry.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** nginx refreshes a STALE page in the background: that line has no `$upstream_status`, and the site has counted it. */
function answeredBy({ cache, upstream }: z.output<typeof entry>): "cache" | "site" | null {
  switch (cache) {
    case "HIT":
    case "UPDATING":
      return "cache";
    case "STALE":
      return /\d/u.test(upstream) ? "cache" : "site";
    case "MISS":
    case "EXPIRED":
    case "REVALIDATED":
      return "site";
    default:
      return null;
  }
}

function headersOf({ agent, purpose, referer }: z.output<typeof entry>): Headers | null {
  try {
    return new Headers({ "User-Agent": agent, "Sec-Purpose": purpose, Referer: referer });
  } catch {
    return null;
  }
}
