import { setTimeout as pause } from "node:timers/promises";
import type { Db, Health } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { describedAs } from "../errors.ts";
import type { DatabaseFile } from "./database-file.ts";
import { knownMigrations, schemaProblem } from "../migrate.ts";

/** ms between two looks at the file */
const lookInterval = 2000;
/** ms for which an answer stands, so that questions without end cost no more than one a second */
const answerTime = 1000;
/** ms in which the write lock must be had, and between two attempts */
const lockTime = 3000;
const attemptInterval = 50;

/** Watches the file of an open database (RULES.md 2.6). */
export function createHealth(db: Db, file: DatabaseFile): Health {
  let known: Promise<string[]> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let logged: string | null = null;
  let looked: { at: number; problem: string | null } | undefined;
  let asked: { at: number; problem: Promise<string | null> } | undefined;

  function log(problem: string | null): string | null {
    if (problem !== null && problem !== logged) console.error(problem);
    logged = problem;
    return problem;
  }

  function look(): string | null {
    const problem = file.look();
    looked = { at: performance.now(), problem };
    return problem === null ? null : log(problem);
  }

  function alive(): string | null {
    return looked && isFresh(looked) ? looked.problem : look();
  }

  async function checkReady(): Promise<string | null> {
    known ??= knownMigrations();
    return look() ?? (await schemaProblem(db, await known)) ?? (await writeProblem(file));
  }

  async function askReady(question: { at: number }): Promise<string | null> {
    const problem = await checkReady().catch((error: Error) => error.message);
    question.at = performance.now();
    return log(problem);
  }

  return {
    alive,
    async ready() {
      if (asked && isFresh(asked)) return asked.problem;
      // Under way until its time is known: whoever asks meanwhile gets the same answer.
      const question = { at: Infinity };
      asked = Object.assign(question, { problem: askReady(question) });
      return asked.problem;
    },
    start() {
      timer ??= setInterval(look, lookInterval).unref();
      look();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

const isFresh = ({ at }: { at: number }) => performance.now() - at < answerTime;

/** Tries to write without ever waiting for a lock, because waiting would block the process. */
async function writeProblem(file: DatabaseFile): Promise<string | null> {
  const end = performance.now() + lockTime;
  for (;;) {
    const problem = tryToWrite(file);
    if (problem === null) return null;
    if (!problem.code.startsWith("SQLITE_BUSY") || performance.now() >= end) return problem.message;
    await pause(attemptInterval);
  }
}

function tryToWrite(file: DatabaseFile) {
  try {
    file.writeOnce();
    return null;
  } catch (error) {
    const known = describedAs(error, file.path);
    if (known) return known;
    throw error;
  }
}

/**
 * What a server needs of its database before it starts: whole pages (checked up to 100 MB), this version's schema, and a
 * file that can be written. A lock of another process is no hindrance.
 * @throws Error with one line that says what is wrong
 */
export async function checkDatabase(db: Db, file: DatabaseFile): Promise<void> {
  try {
    file.checkPages();
    const schema = await schemaProblem(db, await knownMigrations());
    if (schema) throw new DatabaseError(schema, "SCHEMA");
    const written = tryToWrite(file);
    if (written && !written.code.startsWith("SQLITE_BUSY")) throw written;
  } catch (error) {
    throw describedAs(error, file.path) ?? error;
  }
}
