import { createReadStream } from "node:fs";
import {
  copyFile,
  link,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { syncFolder, writeWhole } from "#db/files.ts";
import {
  type DumpShelf,
  keptFiles,
  type Manifest,
  manifestText,
  readManifest,
} from "./dump-manifest.ts";

const manifestName = "manifest.json";
const setOf = ({ made_at }: Manifest) => made_at.replaceAll(":", "-");
const isSet = (name: string) => /^\d{4}-\d\d-\d\dT[\d.-]+Z$/u.test(name);

/** Each set is a folder; the link `current` leads to the newest whole one. */
export function createFolderShelf(folder: string): DumpShelf {
  const currentSet = async () => {
    const name = await readlink(join(folder, "current")).catch(unlessMissing);
    return name === null || !isSet(basename(name)) ? null : join(folder, basename(name));
  };

  return {
    async manifest() {
      const set = await currentSet();
      const text = set && (await readFile(join(set, manifestName), "utf8").catch(unlessMissing));
      return text === null ? null : readManifest(text);
    },

    async read(made, { name, bytes }) {
      const file = await open(join(folder, setOf(made), name)).catch(unlessMissing);
      if (!file) return null;
      if ((await file.stat()).size === bytes) return createReadStream("", { fd: file });
      await file.close();
      return null;
    },

    async publish(made, manifest) {
      const before = await currentSet();
      for (const { name } of before ? keptFiles(manifest) : [])
        await linkOrCopy(join(before!, name), join(made, name));
      await writeWhole(join(made, manifestName), manifestText(manifest));
      await syncFolder(made);
      const name = setOf(manifest);
      await rename(made, join(folder, name));
      await pointTo(folder, name);
      await removeSets(folder, [name, ...(before ? [basename(before)] : [])]);
    },
  };
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

async function pointTo(folder: string, name: string): Promise<void> {
  const next = join(folder, ".next");
  await rm(next, { force: true });
  await symlink(name, next);
  await rename(next, join(folder, "current"));
  await syncFolder(folder);
}

/** The set before is left to readers who have just read its manifest. */
async function removeSets(folder: string, but: string[]): Promise<void> {
  for (const name of await readdir(folder))
    if (isSet(name) && !but.includes(name)) await rm(join(folder, name), { recursive: true });
}

function unlessMissing(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EINVAL") return null;
  throw error;
}
