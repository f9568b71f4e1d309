import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "#app/config.ts";
import { dayOf } from "#app/domain/catalog/days.ts";
import type { DumpShelf } from "#app/domain/open-data/dump-shelf.ts";

/**
 * Runs `npm run dump` in the first hour of a day (UTC), in a process of its own, so that pages do not wait for it.
 * @param stopping ends it
 * @throws Error with what it said when it failed
 */
export async function dumpOnceADay(
  dumps: DumpShelf,
  config: Config,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const last = await dumps.manifest();
  if (last && dayOf(new Date(last.made_at)) === dayOf(now)) return;
  const command = fork("app/commands/dump.ts", {
    // Instead of the site's own options; a heap without a limit grows to twice what it needs.
    execArgv: ["--max-old-space-size=128", "--max-semi-space-size=8"],
    env: { ...process.env, ...settingsOf(config) },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const end = () => command.kill("SIGKILL");
  stopping.addEventListener("abort", end);
  if (stopping.aborted) end();
  try {
    const [[code], said] = await Promise.all([once(command, "exit"), text(command.stderr!)]);
    if (code !== 0 && !stopping.aborted) throw new Error(said.trim() || `ended with ${code}`);
  } finally {
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
