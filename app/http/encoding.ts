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

export type Bytes = Buffer<ArrayBuffer>;

const inThreadPool = {
  br: promisify<Bytes, BrotliOptions, Bytes>(brotliCompress),
  gzip: promisify<Bytes, ZlibOptions, Bytes>(gzip),
};
/** On a single core a thread pool does not help, and a page takes half as long again (`npm run bench http`). */
const quick: typeof inThreadPool =
  availableParallelism() > 1
    ? inThreadPool
    : {
        br: async (body, options) => brotliCompressSync(body, options),
        gzip: async (body, options) => gzipSync(body, options),
      };
export const encodings: Encoding[] = ["br", "gzip", "identity"];
const negotiated = new LRUCache<string, Encoding>({ max: 200 });

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
 * brotli levels for one person's content, for pages, and for content sent often. Of a page of 80 KB, the first takes half the
 * time of the second for 1 % more bytes, the third 140 times as long.
 */
const levels = { once: 5, quick: 9, smallest: 11 } as const;

type Effort = keyof typeof levels;

export async function encode(body: Bytes, encoding: Encoding, effort: Effort): Promise<Bytes> {
  if (encoding === "identity") return body;
  const compress = effort === "smallest" ? inThreadPool : quick;
  if (encoding === "gzip")
    return copyOf(await compress.gzip(body, { level: effort === "smallest" ? 9 : 6 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: levels[effort],
    // A window of 64 KB halves the time when the CPU cache is shared with rendering, for the same size.
    [constants.BROTLI_PARAM_LGWIN]: effort === "smallest" ? constants.BROTLI_DEFAULT_WINDOW : 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return copyOf(await compress.br(body, { params }));
}

/** zlib returns a small view of a 64 KB buffer, all of which would stay in memory. */
function copyOf(view: Bytes): Bytes {
  return Buffer.from(new Uint8Array(view).buffer);
}
