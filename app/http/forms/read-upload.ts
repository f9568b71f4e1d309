import { ReadableStream } from "node:stream/web";
import {
  type FileUpload,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from "@remix-run/form-data-parser";
import { data } from "react-router";

export const maxFieldBytes = 64 * 1024;

/** Reads the one file of a form, never holding more in memory than allowed. @throws 400 for any other body */
export async function readUpload(
  type: string | null,
  body: AsyncIterable<Uint8Array>,
  field: string,
  maxFileBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "empty" | "too-large"> {
  // The parser would read other types whole, without a limit.
  if (!type?.startsWith("multipart/form-data;")) throw data(null, 400);
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "Content-Type": type },
    body: ReadableStream.from(withoutLastBreak(body)) as BodyInit,
    duplex: "half",
  };
  const limits = {
    maxFiles: 1,
    maxFileSize: maxFileBytes,
    maxParts: 20,
    maxHeaderSize: 4096,
    maxTotalSize: maxFileBytes + maxFieldBytes,
  };
  const files: FileUpload[] = [];
  try {
    await parseFormData(new Request("http://localhost", init), limits, (file) => {
      if (file.fieldName === field) files.push(file);
    });
    return files[0]?.size ? await files[0].bytes() : "empty";
  } catch (error) {
    const tooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError;
    if (tooLarge) return "too-large";
    throw data(null, 400);
  }
}

/** The body without its last line break, which multipart-parser 0.16.3 rejects in a separate chunk. */
async function* withoutLastBreak(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  for await (const piece of body) {
    const chunk = Buffer.concat([held, piece]);
    held = chunk.subarray(-2);
    yield chunk.subarray(0, -2);
  }
  if (held.toString("latin1") !== "\r\n") yield held;
}
