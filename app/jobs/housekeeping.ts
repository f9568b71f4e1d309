import type { Db, Peers } from "#db/database.ts";
import { noteRun } from "#db/last-runs.ts";

/** One task, e.g. deleting what has expired. Its function name is logged when it fails. */
type Task = (db: Db, now: Date) => Promise<void>;

const hour = 60 * 60 * 1000;

interface Housekeeping {
  /** Runs every task once. A failure is logged; a run without one is noted (RULES.md 28.3). */
  run(now: Date): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * @returns a task that does nothing for a day after it has worked, because it goes through much; a day that would end later
 * than one that begins now is over (RULES.md 8.2)
 */
export function onceADay(task: Task): Task {
  let next = 0;
  const daily: Task = async (db, now) => {
    const wait = next - now.getTime();
    if (wait > 0 && wait <= 24 * hour) return;
    await task(db, now);
    next = now.getTime() + 24 * hour;
  };
  // For the log of a failure.
  return Object.defineProperty(daily, "name", { value: task.name });
}

/** Runs tasks every hour (RULES.md 9.1), in one process of several. @param tasks run one after the other */
export function createHousekeeping(
  db: Db,
  peers: Pick<Peers, "tryLock">,
  tasks: Task[],
): Housekeeping {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopping = false;

  async function run(now: Date): Promise<void> {
    let complete = true;
    for (const task of [...tasks, noteWhenComplete])
      if (!stopping)
        await task(db, now).catch((error: Error) => {
          complete = false;
          console.error(`${task.name}: ${error.message}`);
        });

    async function noteWhenComplete() {
      if (complete) await noteRun(db, "housekeeping", now);
    }
  }

  function runNow() {
    running = running.then(
      async () => void (await peers.tryLock("housekeeping", () => run(new Date()))),
    );
  }

  return {
    run,
    start() {
      stopping = false;
      timer ??= setInterval(runNow, hour).unref();
      runNow();
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
