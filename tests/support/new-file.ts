import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a file into a new folder. @returns its path */
export function newFile(content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), "sosia-file-")), "file.csv");
  writeFileSync(path, content);
  return path;
}
