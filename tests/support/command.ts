import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns the address of a database that does not exist yet */
export function newDatabaseUrl(): string {
  return `file:${join(mkdtempSync(join(tmpdir(), "sosia-cli-")), "perfumes.db")}`;
}

/**
 * Runs a command like an operator.
 * @param name its file in db/cli
 * @param database address of the database it works on
 */
export const runCommand = (name: string, database: string, words: string[]): Promise<Ran> =>
  run(`app/commands/${name}.ts`, database, words);

/**
 * Runs a command with one command line after the other in a single process, for command lines that are refused early.
 * @returns the result of each
 */
export async function runCommandLines(
  name: string,
  database: string,
  lines: string[][],
): Promise<Ran[]> {
  const words = [`app/commands/${name}.ts`, JSON.stringify(lines)];
  const { code, out, err } = await run("tests/support/command-lines.ts", database, words);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Ran[];
}

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

function run(file: string, database: string, words: string[]): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: database };
  return new Promise((resolve) =>
    execFile(process.execPath, [file, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    ),
  );
}
