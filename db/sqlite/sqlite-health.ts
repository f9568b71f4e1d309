import { setTimeout as pause } from "node:timers/promises";
import type { Db, Health } from "../database.ts";
import { DatabaseError } from "../database-error.ts";
import { describedAs } from "../errors.ts";
import { answerTime, createProblemLog, keepAnswer } from "../health-watch.ts";
import { knownMigrations, schemaProblem } from "../migrate.ts";
import type { DatabaseFile } from "./database-file.ts";

const lookInterval = 2000;
const [lockTime, attemptInterval] = [3000, 50];

export function createHealth(db: Db, file: DatabaseFile): Health {
  const log = createProblemLog();
  let known: Promise<string[]> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looked: { at: number; problem: string | null } | undefined;

  function look(): string | null {
    const problem = file.look();
    looked = { at: performance.now(), problem };
    return problem === null ? null : log(problem);
  }

  async function checkReady(): Promise<string | null> {
    known ??= knownMigrations();
    return look() ?? (await schemaProblem(db, await known)) ?? (await writeProblem(file));
  }

  return {
    alive: () => (looked && performance.now() - looked.at < answerTime ? looked.problem : look()),
    ready: keepAnswer(checkReady, log),
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

/** Never waits inside SQLite, which would block the process. */
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

/** A server starts even while another process holds the lock. @throws DatabaseError with one line */
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
