import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "#app/config.ts";
import { dayOf } from "#app/domain/catalog/days.ts";
import type { DumpShelf } from "#app/domain/open-data/dump-manifest.ts";
import type { Database, Peers } from "#db/database.ts";
import { createFailureLog } from "#db/failure-log.ts";

const minute = 60_000;
/** ms; within the first, another process takes over from one that was killed */
const usualTimes = { untilNextLook: 10 * minute, afterFailure: 60 * minute, longest: 180 * minute };

interface Tools {
  dumps: DumpShelf;
  config: Config;
  peers: Pick<Peers, "tryLock">;
  /** It keeps house after each dump, done or failed. */
  database: Pick<Database, "keepHouse">;
  times?: typeof usualTimes;
}

/** Writes the open data once a day (UTC), in one process of several (RULES.md 15.2). */
export function createDailyDump({ dumps, config, peers, database, times = usualTimes }: Tools) {
  const stopping = new AbortController();
  const failures = createFailureLog("writeDump:");
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isWriting = false;

  async function look(): Promise<number> {
    try {
      if (await isDue(dumps)) await peers.tryLock("daily dump", writeUnlessDone);
      failures.worked();
      return times.untilNextLook;
    } catch (error) {
      failures.failed((error as Error).message);
      return times.afterFailure;
    }
  }

  async function writeUnlessDone() {
    if (!(await isDue(dumps))) return;
    isWriting = true;
    await writeDump(config, stopping.signal, times.longest).finally(() => {
      isWriting = false;
      return database.keepHouse();
    });
  }

  function lookNow() {
    running = look().then((wait) => {
      if (!stopping.signal.aborted) timer = setTimeout(lookNow, wait).unref();
    });
  }

  return {
    isWriting: () => isWriting,
    start: lookNow,
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

async function isDue(dumps: DumpShelf): Promise<boolean> {
  const last = await dumps.manifest();
  return !last || dayOf(new Date(last.made_at)) !== dayOf(new Date());
}

/** Runs `npm run dump` in a process of its own, so that pages do not wait for it. @throws Error with what it said when it failed */
async function writeDump(config: Config, stopping: AbortSignal, longest: number): Promise<void> {
  const command = fork("app/commands/dump.ts", {
    // Instead of the site's own options; a heap without a limit grows to twice what it needs.
    execArgv: ["--max-old-space-size=128", "--max-semi-space-size=8"],
    env: { ...process.env, ...settingsOf(config) },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const end = () => command.kill("SIGKILL");
  const late = setTimeout(end, longest);
  stopping.addEventListener("abort", end);
  if (stopping.aborted) end();
  try {
    const [[code], said] = await Promise.all([once(command, "exit"), text(command.stderr!)]);
    if (code !== 0 && !stopping.aborted)
      throw new Error(said.trim() || (code === null ? "was killed" : `ended with ${code}`));
  } finally {
    clearTimeout(late);
    stopping.removeEventListener("abort", end);
  }
}

const settingsOf = (config: Config) => ({
  APP_ORIGIN: config.origin,
  DATABASE_URL: config.databaseUrl,
  ...(config.databaseDirectUrl !== null && { DATABASE_DIRECT_URL: config.databaseDirectUrl }),
  DATA_LICENCE: config.dataLicence,
  DUMPS_DIR: config.dumpsFolder,
  SESSION_SECRET: config.sessionSecrets.join(),
});
