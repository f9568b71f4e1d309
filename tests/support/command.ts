import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns the address of a database that does not exist yet */
export function newDatabaseUrl(): string {
  return `file:${join(mkdtempSync(join(tmpdir(), "sosia-cli-")), "perfumes.db")}`;
}

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

let runner: { child: ChildProcess; ended: Promise<never> } | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in the process that ran the earlier ones (command-runner.ts), once they have ended.
 * @param name its file in app/commands
 * @param database address of the database it works on
 */
export function runCommand(
  name: string,
  database: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: database, ...environment };
  const ran = last.then(async () => {
    const { child, ended } = (runner ??= startRunner());
    child.send({ file: fileOf(name), words, env });
    const [answer] = await Promise.race([once(child, "message"), ended]);
    return answer as Ran;
  });
  last = ran.catch(() => {});
  return ran;
}

function startRunner() {
  const file = new URL("command-runner.ts", import.meta.url);
  const child = fork(file, { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.unref();
  child.channel!.unref();
  const ended = once(child, "exit").then(([code]): never => {
    runner = undefined;
    throw new Error(`The process of the commands ended with ${code}.`);
  });
  ended.catch(() => {});
  return { child, ended };
}

/** Runs a command in its own process: it must end by itself, can run beside another, and may be the site's child. */
export function runProcess(name: string, database: string, words: string[]): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: database };
  return new Promise((resolve) =>
    execFile(process.execPath, [fileOf(name), ...words], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    ),
  );
}

const fileOf = (name: string) => `app/commands/${name}.ts`;
