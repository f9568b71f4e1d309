import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};
const prefix = "/assets/";

/**
 * Serves what the build made under /assets, whose names change with their content: compressed once, as small as can be,
 * and kept, because compressing each answer anew costs more than everything else about it.
 * @param folder the build's client folder
 */
export function createAssets(folder: string) {
  const assets = join(folder, "assets");
  // The development server serves its own.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  const encoded = new Map<string, Promise<Bytes>>();

  function body(name: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${name}`;
    const known = encoded.get(key);
    if (known) return known;
    const made = readFile(join(assets, name)).then((file) =>
      encode(file as Bytes, encoding, "seldom"),
    );
    encoded.set(key, made);
    return made;
  }

  /** @returns the answer, or undefined when the address is not one of an asset. */
  return async function answerAsset(request: Request, path: string): Promise<Response | undefined> {
    const name = path.slice(prefix.length);
    const type = types[extname(name)];
    if (!path.startsWith(prefix) || !type || !names.has(name)) return undefined;
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
