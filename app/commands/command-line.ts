import { statSync } from "node:fs";
import { parseId } from "#app/domain/catalog/ids.ts";

/** An invalid command line; the message says why, or shows the usage. */
export class Misused extends Error {}

/** Reports `Misused` as one message, with exit code 2. */
export async function orMisused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Misused)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

/** Prints an error and sets exit code 1. */
export function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

export function idOf(word: string, usage: string): number {
  const id = parseId(word);
  if (id === null) throw new Misused(usage);
  return id;
}

export function requireFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Misused(`There is no file ${path}.`);
}

/** Shows progress on a terminal; undefined elsewhere. */
export function progressOf(step: number, what = "") {
  if (!process.stderr.isTTY) return undefined;
  return (done: number, total: number) => {
    if (done % step === 0 || done === total)
      process.stderr.write(`\r${done} of ${total}${what}${done === total ? "\n" : ""}`);
  };
}
