import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { dataFiles } from "../data-files.ts";
import { type DumpedFile, type Manifest, nameOf, partsOf, readManifest } from "../dump-manifest.ts";

/** A dump that cannot be trusted; the message is one line. */
export class BadDump extends Error {}

const manifestName = "manifest.json";
const maxManifest = 1024 * 1024;
const maxFile = 8 * 1024 ** 3;
/** ms without a byte */
const patience = 30_000;

type Open = (name: string) => Promise<AsyncIterable<Uint8Array>>;

/**
 * Brings a dump's JSONL files into a folder, after comparing every file of the dump with the manifest (RULES.md 15.6).
 * @param place a folder of dumps or one dump, or the address of a site's `/data` or of its manifest
 * @throws BadDump
 */
export async function fetchDump(place: string, folder: string): Promise<Manifest> {
  const open = await openPlace(place);
  const parts: Uint8Array[] = [];
  for await (const part of limited(await open(manifestName), manifestName, maxManifest))
    parts.push(part);
  const made = manifestOf(Buffer.concat(parts).toString("utf8"));
  for (const file of made.files) await fetchFile(await open(file.name), file, folder);
  return made;
}

function manifestOf(text: string): Manifest {
  let made: Manifest;
  try {
    made = readManifest(text);
  } catch (error) {
    throw new BadDump((error as Error).message);
  }
  for (const file of dataFiles)
    if (!made.files.some(({ name }) => name === nameOf(file, "jsonl")))
      throw new BadDump(`The manifest has no ${nameOf(file, "jsonl")}.`);
  const large = made.files.find(({ bytes }) => bytes > maxFile);
  if (large) throw new BadDump(`${large.name} is larger than ${maxFile} bytes.`);
  return made;
}

async function openPlace(place: string): Promise<Open> {
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(place)) return openAddress(place);
  const hasManifest = async (folder: string) =>
    (await stat(join(folder, manifestName)).catch(() => null))?.isFile() === true;
  const folder = (await hasManifest(place)) ? place : join(place, "current");
  if (!(await hasManifest(folder))) throw new BadDump(`There is no ${manifestName} in ${place}.`);
  return async (name) => {
    const path = join(folder, name);
    if (!(await stat(path).catch(() => null))?.isFile()) throw new BadDump(`${name} is missing.`);
    return createReadStream(path);
  };
}

function openAddress(place: string): Open {
  const url = URL.parse(place);
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(url?.hostname ?? "");
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
    throw new BadDump("The address must begin with https:// (http:// only on localhost).");
  const path = url.pathname.replace(/\/(?:manifest\.json)?$/u, "") || "/data";
  return async (name) => {
    const address = new URL(`${path}/${name}`, url.origin);
    const late = AbortSignal.timeout(patience);
    const controller = new AbortController();
    const cancel = () => controller.abort();
    late.addEventListener("abort", cancel);
    const answer = await fetch(address, { redirect: "error", signal: controller.signal }).catch(
      (error: Error) => {
        throw new BadDump(`${address.href} did not answer (${causeOf(error)}).`);
      },
    );
    // From here on, only a pause between two parts counts.
    late.removeEventListener("abort", cancel);
    if (answer.status === 200 && answer.body) return answer.body;
    await answer.body?.cancel();
    throw new BadDump(`${address.href} answered ${answer.status}.`);
  };
}

const causeOf = ({ message, cause }: Error) =>
  (cause as { code?: string; message?: string } | undefined)?.code ?? message;

async function fetchFile(
  content: AsyncIterable<Uint8Array>,
  { name, bytes, sha256 }: DumpedFile,
  folder: string,
): Promise<void> {
  const hash = createHash("sha256");
  let length = 0;
  async function* counted() {
    for await (const part of limited(content, name, bytes)) {
      hash.update(part);
      length += part.length;
      yield part;
    }
  }
  if (partsOf(name)!.format === "jsonl")
    await pipeline(counted, createWriteStream(join(folder, name), { flags: "wx" }));
  else for await (const _ of counted());
  if (length !== bytes)
    throw new BadDump(`${name} has ${length} bytes; the manifest says ${bytes}.`);
  if (hash.digest("hex") !== sha256)
    throw new BadDump(`${name} has another checksum than the manifest says.`);
}

async function* limited(content: AsyncIterable<Uint8Array>, name: string, most: number) {
  const parts = content[Symbol.asyncIterator]();
  let length = 0;
  try {
    for (;;) {
      const part = await soon(parts.next(), name);
      if (part.done) return;
      length += part.value.length;
      if (length > most) throw new BadDump(`${name} has more than ${most} bytes.`);
      yield part.value;
    }
  } finally {
    void parts.return?.().catch(() => {});
  }
}

async function soon<T>(next: Promise<T>, name: string): Promise<T> {
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
