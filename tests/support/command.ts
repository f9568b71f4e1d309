import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns the address of a database of its own, that is not there yet */
export function newDatabaseUrl(): string {
  return `file:${join(mkdtempSync(join(tmpdir(), "sosia-cli-")), "perfumes.db")}`;
}

/**
 * Runs a command as an operator does.
 * @param name its file in db/cli
 * @param database address of the database it works on
 */
export function runCommand(
  name: string,
  database: string,
  words: string[],
): Promise<{ code: unknown; out: string; err: string }> {
  const env = { ...process.env, DATABASE_URL: database };
  return new Promise((resolve) =>
    execFile(process.execPath, [`db/cli/${name}.ts`, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    ),
  );
}
