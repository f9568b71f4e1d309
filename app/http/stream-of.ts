import { Readable } from "node:stream";
import { inspect } from "node:util";
import { errorLine } from "./log-lines.ts";

/**
 * A body that is made while it is sent, no faster than the client reads. If that fails, the server cuts the answer off and
 * prints the error, which is one line (RULES.md 14.5).
 * @param id the request's
 */
export const streamOf = (chunks: AsyncIterable<Uint8Array>, id: string) =>
  Readable.toWeb(
    Readable.from(inOneLine(chunks, id), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;

async function* inOneLine(chunks: AsyncIterable<Uint8Array>, id: string) {
  try {
    yield* chunks;
  } catch (error) {
    const line = errorLine("requestFailed", String(error), id);
    throw Object.assign(new Error("Cut off"), { [inspect.custom]: () => line });
  }
}
