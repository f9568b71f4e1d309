import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
export const assetsPrefix = "/assets/";

/** Serves the files in the build's client folder under /assets, each compressed once and kept; their names change with them. */
export function createAssets(folder: string) {
  const assets = join(folder, "assets");
  // In development the folder does not exist, and vite serves the files.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  const encoded = new Map<string, Promise<Bytes>>();

  function body(name: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${name}`;
    const known = encoded.get(key);
    if (known) return known;
    const body = readFile(join(assets, name)).then((file) =>
      encode(file as Bytes, encoding, "smallest"),
    );
    encoded.set(key, body);
    return body;
  }

  return async function answerAsset(request: Request, path: string): Promise<Response | undefined> {
    const name = path.slice(assetsPrefix.length);
    const type = types[extname(name)];
    if (!path.startsWith(assetsPrefix) || !type || !names.has(name)) return undefined;
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
