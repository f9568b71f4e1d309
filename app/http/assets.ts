import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { routePattern } from "./middleware/context.ts";
import { forOtherSites } from "./shared-response.ts";
import type { Step } from "./step.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
export const assetsPrefix = "/assets/";

export function assets(clientFolder: string): Step {
  const folder = join(clientFolder, "assets");
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const encoded = new Map<string, Promise<Bytes>>();

  function body(name: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${name}`;
    const known = encoded.get(key);
    if (known) return known;
    const body = readFile(join(folder, name)).then((file) =>
      encode(file as Bytes, encoding, "smallest"),
    );
    encoded.set(key, body);
    return body;
  }

  return async ({ request, url: { pathname }, context }, next) => {
    const name = pathname.slice(assetsPrefix.length);
    const type = types[extname(name)];
    if (!pathname.startsWith(assetsPrefix) || !type || !names.has(name)) return next();
    context.set(routePattern, "asset");
    const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
    return new Response(request.method === "HEAD" ? null : await body(name, encoding), {
      headers: {
        "Content-Type": type,
        "Cache-Control": "public, max-age=31536000, immutable",
        Vary: "Accept-Encoding",
        ...(encoding !== "identity" && { "Content-Encoding": encoding }),
      },
    });
  };
}

/** Paths of static files are case-sensitive. */
export const textFile =
  (path: string, text: string): Step =>
  ({ request: { method }, url, context }, next) => {
    if (url.pathname !== path || (method !== "GET" && method !== "HEAD")) return next();
    context.set(routePattern, "file");
    return new Response(method === "HEAD" ? null : text, {
      headers: {
        ...forOtherSites,
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
      },
    });
  };
