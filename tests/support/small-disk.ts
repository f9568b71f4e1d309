import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

/** Makes a folder a disk of its own until the test ends; where that cannot be had, the test is skipped. @param size as `mount` takes it */
export function mountSmallDisk(folder: string, size: string, context: TestContext): void {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], { stdio: "pipe" });
  } catch (error) {
    context.skip(`no file system can be mounted here: ${String(error)}`);
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
}

/** Writes files named "filler-…" until there is no room. */
export function fillDisk(folder: string): void {
  try {
    for (let n = 0; ; n++) writeFileSync(join(folder, `filler-${n}`), Buffer.alloc(4096));
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  }
}
