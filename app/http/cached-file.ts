import { LRUCache } from "lru-cache";
import { type Bytes, encode, type Encoding, negotiateEncoding } from "./encoding.ts";
import { isFresh, weakEtag } from "./etag.ts";
import { forOtherSites } from "./shared-response.ts";

interface CachedFile {
  body: Bytes;
  etag: string;
}

type Make = () => Promise<string | null>;

const lifetime = 10 * 60 * 1000;
const maxBytes = 32 * 1024 * 1024;

export type CachedFiles = ReturnType<typeof createCachedFiles>;

export function createCachedFiles() {
  const files = new LRUCache<string, CachedFile, { make: Make; encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    ttl: lifetime,
    async fetchMethod(_, __, { context: { make, encoding } }) {
      const text = await make();
      if (text === null) return undefined;
      const whole = Buffer.from(text);
      return { body: await encode(whole, encoding, "quick"), etag: weakEtag(whole) };
    },
  });

  return {
    async answer(request: Request, name: string, type: string, make: Make): Promise<Response> {
      const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
      const file = await files.fetch(`${encoding} ${name}`, { context: { make, encoding } });
      if (!file) return new Response(null, { status: 404 });
      const headers = new Headers({
        ...forOtherSites,
        ETag: file.etag,
        "Cache-Control": `public, max-age=${lifetime / 1000}`,
        Vary: "Accept-Encoding",
      });
      if (isFresh(request, file.etag)) return new Response(null, { status: 304, headers });
      headers.set("Content-Type", type);
      if (encoding !== "identity") headers.set("Content-Encoding", encoding);
      return new Response(request.method === "HEAD" ? null : file.body, { headers });
    },
  };
}
