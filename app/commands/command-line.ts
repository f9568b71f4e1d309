import { statSync } from "node:fs";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { parseId } from "#app/domain/catalog/ids.ts";

/** Shows the usage and ends: to who asks for help, and for words that are no command line. */
export function commandLine<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  args = process.argv.slice(2),
) {
  if (args.some((word) => /^(?:help|--?h(?:elp)?|[-/]\?)$/iu.test(word))) {
    console.log(usage);
    process.exit(0);
  }
  const kept = Object.keys(options).find(
    (name) => process.env[`npm_config_${name.replaceAll("-", "_")}`] !== undefined,
  );
  if (kept !== undefined)
    return misused(
      `npm took --${kept} for itself: write -- before it, as in: npm run … -- --${kept}`,
    );
  try {
    const { positionals: words, values } = parseArgs({ args, options, allowPositionals: true });
    return { words, values };
  } catch {
    return misused(usage);
  }
}

export function misused(usage: string): never {
  console.error(usage);
  process.exit(2);
}

export function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

export function idOf(word: string, usage: string): number {
  const id = parseId(word);
  return id ?? misused(usage);
}

export function requireFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) misused(`There is no file ${path}.`);
}

export function requireFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    misused(`There is no folder ${path}.`);
}

/** Shows progress on a terminal; undefined elsewhere. */
export function progressOf(step: number, what = "") {
  if (!process.stderr.isTTY) return undefined;
  return (done: number, total: number) => {
    if (done % step === 0 || done === total)
      process.stderr.write(`\r${done} of ${total}${what}${done === total ? "\n" : ""}`);
  };
}
