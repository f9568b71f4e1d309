import type { Db, Peers } from "#db/database.ts";
import { noteRun } from "#db/last-runs.ts";

export type Chore = (db: Db, now: Date) => Promise<void>;

const hour = 60 * 60 * 1000;

/** Runs at most once a day; a clock set back starts a new day (RULES.md 12.9). */
export function onceADay(chore: Chore): Chore {
  let next = 0;
  const daily: Chore = async (db, now) => {
    const wait = next - now.getTime();
    if (wait > 0 && wait <= 24 * hour) return;
    await chore(db, now);
    next = now.getTime() + 24 * hour;
  };
  return Object.defineProperty(daily, "name", { value: chore.name });
}

/** Runs chores every hour, in order (RULES.md 14.9), in one process of several. A failure is logged under the chore's name. */
export function createHousekeeping(db: Db, peers: Pick<Peers, "tryLock">, chores: Chore[]) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopping = false;

  async function run(now: Date): Promise<void> {
    let complete = true;
    for (const chore of [...chores, noteWhenComplete])
      if (!stopping)
        await chore(db, now).catch((error: Error) => {
          complete = false;
          console.error(`${chore.name}: ${error.message}`);
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
    /** Records runs without a failure (RULES.md 10.24). */
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
