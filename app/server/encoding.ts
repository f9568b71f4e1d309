import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  type BrotliOptions,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** Bytes that a Response takes. */
export type Bytes = Buffer<ArrayBuffer>;

interface Compress {
  br: (body: Bytes, options: BrotliOptions) => Promise<Bytes>;
  gzip: (body: Bytes, options: ZlibOptions) => Promise<Bytes>;
}

const inThread: Compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** On a single core another thread only takes turns with this one, and a page takes half as long again (`npm run bench http`). */
const quickly: Compress =
  availableParallelism() > 1
    ? inThread
    : {
        br: async (body, options) => brotliCompressSync(body, options),
        gzip: async (body, options) => gzipSync(body, options),
      };
export const encodings: Encoding[] = ["br", "gzip", "identity"];
const negotiated = new LRUCache<string, Encoding>({ max: 200 });

/** The encoding to answer in (RFC 9110 §12.5.3): the densest that the client accepts. */
export function negotiateEncoding(acceptEncoding: string | null): Encoding {
  if (!acceptEncoding) return "identity";
  const known = negotiated.get(acceptEncoding);
  if (known) return known;
  const client = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const accepted = client.encodings(encodings);
  const encoding = encodings.find((one) => accepted.includes(one)) ?? "identity";
  negotiated.set(acceptEncoding, encoding);
  return encoding;
}

/**
 * How hard to press, in brotli's levels: an answer that is sent once or seldom again, one that is kept for minutes, and one
 * that changes seldom and is sent often. Times for a page of 45 KB: 0.7, 0.9 and 45 ms.
 */
const effort = { once: 5, kept: 9, seldom: 11 } as const;

export type Effort = keyof typeof effort;

/** Compresses a whole answer, off the main thread where that has a core of its own, and always when it takes long. */
export async function encode(body: Bytes, encoding: Encoding, how: Effort): Promise<Bytes> {
  if (encoding === "identity") return body;
  const compress = how === "seldom" ? inThread : quickly;
  if (encoding === "gzip") return own(await compress.gzip(body, { level: how === "once" ? 6 : 9 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort[how],
    // A window of 64 KB holds a page, and costs a tenth of the time of the default one.
    [constants.BROTLI_PARAM_LGWIN]: how === "seldom" ? constants.BROTLI_DEFAULT_WINDOW : 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return own(await compress.br(body, { params }));
}

/** zlib hands out a small view on a buffer of 64 KB, which would be kept whole. */
function own(view: Bytes): Bytes {
  return Buffer.from(new Uint8Array(view).buffer);
}
