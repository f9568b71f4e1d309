import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import type { Wrapper } from "./visit.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
export const assetsPrefix = "/assets/";

export function withAssets(clientFolder: string): Wrapper {
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

  return (next) => async (request, visit) => {
    const { pathname } = visit.url;
    const name = pathname.slice(assetsPrefix.length);
    const type = types[extname(name)];
    if (!pathname.startsWith(assetsPrefix) || !type || !names.has(name))
      return next(request, visit);
    visit.route = "asset";
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
