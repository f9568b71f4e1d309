import type { Db } from "#db/connect.ts";

/** One task of erasing what has run out, or of catching up. */
export type Task = (db: Db, now: Date) => Promise<void>;

const hour = 60 * 60 * 1000;

export interface Housekeeping {
  /** Runs every task once. A task that fails is logged and runs again the next time. */
  run(now: Date): Promise<void>;
  /** Runs them now and every hour. */
  start(): void;
  /** Resolves once the run under way has ended. */
  stop(): Promise<void>;
}

/** @param tasks run one after the other */
export function createHousekeeping(db: Db, tasks: Task[]): Housekeeping {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function run(now: Date): Promise<void> {
    for (const task of tasks)
      await task(db, now).catch((error: Error) => console.error(`${task.name}: ${error.message}`));
  }

  function runNow() {
    running = running.then(() => run(new Date()));
  }

  return {
    run,
    start() {
      timer ??= setInterval(runNow, hour).unref();
      runNow();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
