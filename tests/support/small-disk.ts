import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

/** Mounts a small disk on a folder until the test ends, or skips the test if that is not possible. @param size in `mount`'s syntax */
export function mountSmallDisk(folder: string, size: string, context: TestContext): void {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder], { stdio: "pipe" });
  } catch (error) {
    context.skip(`no file system can be mounted here: ${String(error)}`);
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
}

/** Writes files named "filler-…" until the disk is full. */
export function fillDisk(folder: string): void {
  try {
    for (let n = 0; ; n++) writeFileSync(join(folder, `filler-${n}`), Buffer.alloc(4096));
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  }
}
