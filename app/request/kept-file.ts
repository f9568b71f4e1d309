import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Bytes, encode, negotiateEncoding } from "./encoding.ts";

interface Kept {
  body: Bytes;
  etag: string;
}

/** ms after which a file is made anew */
const life = 10 * 60 * 1000;
const mostBytes = 32 * 1024 * 1024;

/** Files for machines, compressed: making one reads thousands of rows, and many ask for the same. */
const files = new LRUCache<string, Kept, () => Promise<Kept | undefined>>({
  maxSize: mostBytes,
  sizeCalculation: ({ body }) => Math.max(1, body.length),
  ttl: life,
  fetchMethod: (_, __, { context: make }) => make(),
});

/**
 * Answers with a file that is made once and kept for ten minutes.
 * @param path what tells it from others
 * @param make its text; null when there is no such file, which is 404
 */
export async function answerKept(
  request: Request,
  path: string,
  type: string,
  make: () => Promise<string | null>,
): Promise<Response> {
  const encoding = negotiateEncoding(request.headers.get("Accept-Encoding"));
  const file = await files.fetch(`${encoding} ${path}`, {
    async context() {
      const text = await make();
      if (text === null) return undefined;
      const whole = Buffer.from(text);
      const hash = createHash("sha256").update(whole).digest("base64url").slice(0, 22);
      return { body: await encode(whole, encoding, "kept"), etag: `W/"${hash}"` };
    },
  });
  if (!file) return new Response(null, { status: 404 });
  const headers = new Headers({
    ETag: file.etag,
    "Cache-Control": `public, max-age=${life / 1000}`,
    Vary: "Accept-Encoding",
  });
  const known = request.headers.get("If-None-Match")?.split(/,\s*/u).includes(file.etag);
  if (known) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", type);
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  return new Response(request.method === "HEAD" ? null : file.body, { headers });
}
