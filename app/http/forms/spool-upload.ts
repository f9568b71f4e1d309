import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { data } from "react-router";
import type { SentPicture } from "#app/uploads/picture-renderer.ts";
import { makeFolder } from "#db/files.ts";
import { maxFieldBytes, readUpload } from "./read-upload.ts";

/** ms: a phone that lost its connection sends nothing more, and its owner tries again */
const maxSilence = 20_000;

export interface SpooledUpload extends SentPicture {
  close(): Promise<void>;
}

/** @param folder on a real disk, because the system's temporary folder may be in memory @throws 400 when the body ends early or stalls */
export async function spoolUpload(
  request: Request,
  field: string,
  maxFileBytes: number,
  folder: string,
): Promise<SpooledUpload | "too-large"> {
  const maxBytes = maxFileBytes + maxFieldBytes;
  const file = await createUnnamed(folder);
  const body = { size: 0, broken: false };

  async function* bounded() {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    try {
      // The body may already have been taken if the client has disconnected.
      reader = request.body?.getReader();
      for (;;) {
        const { done, value } = (await inTime(reader?.read())) ?? { done: true };
        if (done || !value) return;
        body.size += value.length;
        if (body.size > maxBytes) return;
        yield value;
      }
    } catch {
      body.broken = true;
    } finally {
      reader?.releaseLock();
    }
  }

  try {
    await file.writeFile(bounded());
  } catch (error) {
    await file.close();
    throw error;
  }
  if (body.broken || body.size > maxBytes) {
    await file.close();
    if (body.broken) throw data(null, 400);
    return "too-large";
  }

  return {
    size: body.size,
    read: () =>
      readUpload(
        request.headers.get("Content-Type"),
        file.createReadStream({ start: 0, autoClose: false }),
        field,
        maxFileBytes,
      ),
    close: () => file.close(),
  };
}

async function createUnnamed(folder: string) {
  await makeFolder(folder);
  const path = join(folder, `.upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

function inTime<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(late.reject, maxSilence, new Error("Nothing came any more"));
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
