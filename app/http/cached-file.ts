import { LRUCache } from "lru-cache";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { isFresh, weakEtag } from "./etag.ts";
import { forOtherSites } from "./shared-response.ts";

interface CachedFile {
  body: Bytes;
  etag: string;
  headers: Record<string, string>;
}

/** null: there is no such file */
type Make = () => Promise<
  string | { text: string; headers: Record<string, string>; effort?: "once" | "quick" } | null
>;

export type CachedFiles = ReturnType<typeof createCachedFiles>;

/** @param lifetime ms */
export function createCachedFiles(lifetime = 10 * 60 * 1000, maxBytes = 32 * 1024 * 1024) {
  const files = new LRUCache<string, CachedFile, { make: Make; encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, name) => body.length + name.length,
    ttl: lifetime,
    async fetchMethod(_, __, { context: { make, encoding } }) {
      const made = await make();
      if (made === null) return undefined;
      const {
        text,
        headers,
        effort = "quick",
      } = typeof made === "string" ? { text: made, headers: {} } : made;
      const whole = Buffer.from(text);
      return { body: await encode(whole, encoding, effort), etag: weakEtag(whole), headers };
    },
  });

  return {
    async answer(request: Request, name: string, type: string, make: Make): Promise<Response> {
      const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
      const key = `${encoding} ${name}`;
      const file = await files.fetch(key, { context: { make, encoding } });
      if (!file) return new Response(null, { status: 404 });
      // Here and in a client's cache together, no longer than `lifetime`.
      const seconds = Math.ceil(files.getRemainingTTL(key) / 1000);
      const headers = new Headers({
        ...forOtherSites,
        ETag: file.etag,
        "Cache-Control": `public, max-age=${Math.max(0, seconds)}`,
        Vary: "Accept-Encoding",
        ...file.headers,
      });
      if (isFresh(request, file.etag)) return new Response(null, { status: 304, headers });
      headers.set("Content-Type", type);
      if (encoding !== "identity") headers.set("Content-Encoding", encoding);
      return new Response(request.method === "HEAD" ? null : file.body, { headers });
    },
  };
}
