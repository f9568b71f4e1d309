import { Readable } from "node:stream";

/** A body that is made while it is sent, no faster than the client reads. */
export const streamOf = (chunks: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(chunks, { objectMode: false })) as ReadableStream<Uint8Array>;
