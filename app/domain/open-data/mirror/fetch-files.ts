import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { dataFiles } from "../data-files.ts";
import { type DumpedFile, type Manifest, nameOf, partsOf, readManifest } from "../dump-manifest.ts";
import { BadDump } from "./read-rows.ts";
import { manifestName, openPlace, type Read, siteAt, usualPace } from "./open-place.ts";

const maxManifest = 1024 * 1024;
const maxBytes = 8 * 1024 ** 3;

/**
 * Brings a dump's JSONL files into a folder, after comparing every file of the dump with the manifest (RULES.md 15.6).
 * @param place a folder of dumps or one dump, or the address of a site's `/data` or of its manifest
 * @throws BadDump
 */
export async function fetchDump(
  place: string,
  folder: string,
  pace = usualPace,
): Promise<Manifest> {
  const read = await openPlace(place, pace);
  const parts: Uint8Array[] = [];
  for await (const part of read(manifestName, maxManifest)) parts.push(part);
  const made = manifestOf(Buffer.concat(parts).toString("utf8"));
  for (const file of made.files) await fetchFile(read, file, folder);
  return { ...made, site: siteAt(place) ?? made.site };
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
  if (made.files.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
    throw new BadDump(`The files have more than ${maxBytes} bytes.`);
  return made;
}

async function fetchFile(
  read: Read,
  { name, bytes, sha256 }: DumpedFile,
  folder: string,
): Promise<void> {
  const hash = createHash("sha256");
  let length = 0;
  async function* counted() {
    for await (const part of read(name, bytes)) {
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
