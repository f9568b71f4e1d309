import { ReadableStream } from "node:stream/web";
import {
  type FileUpload,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from "@remix-run/form-data-parser";
import { data } from "react-router";

export const maxFieldBytes = 64 * 1024;

/** Reads a form with one file, never holding more in memory than allowed. @throws 400 for any other body */
export async function readUpload(
  request: Request,
  field: string,
  maxFileBytes: number,
): Promise<{ fields: FormData; file: Uint8Array<ArrayBuffer> | null } | "too-large"> {
  // The parser would read other types whole, without a limit.
  const type = request.headers.get("Content-Type");
  if (!type?.startsWith("multipart/form-data;") || !request.body) throw data(null, 400);

  const body = request.body.getReader();
  const files: FileUpload[] = [];
  try {
    const fields = await parseFormData(
      requestOf(type, withoutLastBreak(body)),
      {
        maxFiles: 1,
        maxFileSize: maxFileBytes,
        maxParts: 20,
        maxHeaderSize: 4096,
        maxTotalSize: maxFileBytes + maxFieldBytes,
      },
      (file) => void (file.fieldName === field && files.push(file)),
    );
    const file = files[0]?.size ? await files[0].bytes() : null;
    return { fields, file };
  } catch (error) {
    const tooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError;
    if (tooLarge) return "too-large";
    throw data(null, 400);
  } finally {
    body.releaseLock();
  }
}

type Body = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** The body without its last line break, which multipart-parser 0.16.3 rejects in a separate chunk. */
async function* withoutLastBreak(body: Body): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await body.read();
    if (done) break;
    const chunk = Buffer.concat([held, value]);
    held = chunk.subarray(-2);
    yield chunk.subarray(0, -2);
  }
  if (held.toString("latin1") !== "\r\n") yield held;
}

function requestOf(type: string, body: AsyncIterable<Uint8Array>): Request {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "Content-Type": type },
    body: ReadableStream.from(body) as BodyInit,
    duplex: "half",
  };
  return new Request("http://localhost", init);
}
