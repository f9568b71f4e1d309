import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { BadDump } from "./read-rows.ts";

export const manifestName = "manifest.json";

const hour = 60 * 60 * 1000;

export const usualPace = {
  /** ms without a byte, and before the pace counts */
  patience: 30_000,
  /** bytes per second: a source that sends one now and then would never end */
  leastPace: 10_000,
  /** ms for everything */
  longest: 6 * hour,
};

type Pace = typeof usualPace;

type Bytes = AsyncIterable<Uint8Array>;

/** The content of a file of the dump, at most so many bytes. */
export type Read = (name: string, most: number) => AsyncGenerator<Uint8Array>;

const isAddress = (place: string) => /^[a-z][a-z\d+.-]*:\/\//iu.test(place);

/** Whose rows a place has: a manifest could name another site, to change what came from there. @returns null for a folder, which only its manifest tells */
export const siteAt = (place: string): string | null =>
  isAddress(place) ? new URL(place).origin : null;

/** @param place a folder of dumps or one dump, or the address of a site's `/data` or of its manifest @throws BadDump */
export async function openPlace(place: string, pace: Pace): Promise<Read> {
  const end = performance.now() + pace.longest;
  const open = isAddress(place) ? openAddress(place, pace.patience) : await openFolder(place);
  return async function* read(name, most) {
    yield* limited(await open(name), name, { ...pace, most, end });
  };
}

async function openFolder(place: string): Promise<(name: string) => Promise<Bytes>> {
  const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() === true;
  const hasManifest = (folder: string) => isFile(join(folder, manifestName));
  const folder = (await hasManifest(place)) ? place : join(place, "current");
  if (!(await hasManifest(folder))) throw new BadDump(`There is no ${manifestName} in ${place}.`);
  return async (name) => {
    const path = join(folder, name);
    if (!(await isFile(path))) throw new BadDump(`${name} is missing.`);
    return createReadStream(path);
  };
}

function openAddress(place: string, patience: number): (name: string) => Promise<Bytes> {
  const url = URL.parse(place);
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(url?.hostname ?? "");
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
    throw new BadDump("The address must begin with https:// (http:// only on localhost).");
  const path = url.pathname.replace(/\/(?:manifest\.json)?$/u, "") || "/data";
  return async (name) => {
    const address = new URL(`${path}/${name}`, url.origin);
    const controller = new AbortController();
    // From the answer on, only the pace of its parts counts.
    const late = setTimeout(() => controller.abort(), patience);
    const answer = await fetch(address, { redirect: "error", signal: controller.signal })
      .catch((error: Error) => {
        throw new BadDump(`${address.href} did not answer (${causeOf(error)}).`);
      })
      .finally(() => clearTimeout(late));
    if (answer.status === 200 && answer.body) return answer.body;
    await answer.body?.cancel();
    throw new BadDump(`${address.href} answered ${answer.status}.`);
  };
}

const causeOf = ({ message, cause }: Error) =>
  (cause as { code?: string; message?: string } | undefined)?.code ?? message;

async function* limited(
  content: Bytes,
  name: string,
  { patience, leastPace, most, end }: Pace & { most: number; end: number },
) {
  const parts = content[Symbol.asyncIterator]();
  const began = performance.now();
  let length = 0;
  try {
    for (;;) {
      const part = await soon(parts.next(), name, patience);
      if (part.done) return;
      length += part.value.length;
      if (length > most) throw new BadDump(`${name} has more than ${most} bytes.`);
      const now = performance.now();
      const time = now - began;
      if (now > end || (time > patience && length < (leastPace * time) / 1000))
        throw new BadDump(`${name} comes too slowly.`);
      yield part.value;
    }
  } finally {
    void parts.return?.().catch(() => {});
  }
}

async function soon<T>(next: Promise<T>, name: string, patience: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BadDump(`${name} stopped coming.`)), patience);
  try {
    return await Promise.race([next, late]);
  } catch (error) {
    throw error instanceof BadDump
      ? error
      : new BadDump(`${name} broke off (${causeOf(error as Error)}).`);
  } finally {
    clearTimeout(timer);
  }
}
