import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** bytes; nginx accepts 32 kB of headers and escapes a byte with up to 6 */
const maxLine = 256 * 1024;

export interface Line {
  text: string | null;
  end: number;
  /** SHA-256 of all lines so far */
  digest(): string;
}

const newline = 0x0a;

/** Also reads gzip. Leaves an unfinished last line for the next run. @throws the file system's or zlib's error */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  const hash = createHash("sha256");
  let ofLines: Hash | null = null;
  let end = 0;
  let rest: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    hash.update(part);
    end += part.length;
    length += part.length;
    if (length <= maxLine) rest.push(part);
    else rest = [];
  };
  for await (const chunk of await bytesOf(file)) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at + 1));
      from = at + 1;
      const text = length <= maxLine ? Buffer.concat(rest).toString("utf8", 0, length - 1) : null;
      [rest, length, ofLines] = [[], 0, null];
      yield { text, end, digest: () => (ofLines ?? hash).copy().digest("base64url") };
    }
    if (from === chunk.length) continue;
    if (length === 0) ofLines = hash.copy();
    take(chunk.subarray(from));
  }
}

async function bytesOf(file: string): Promise<AsyncIterable<Buffer>> {
  const compressed = await isCompressed(file);
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  // The reader gets errors from the gunzip stream; when it stops reading, the pipeline closes the file.
  return compressed ? pipeline(stream, createGunzip(), () => {}) : stream;
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
