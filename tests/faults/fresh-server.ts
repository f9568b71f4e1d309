import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { freshFile } from "../support/database.ts";
import { startServer } from "../support/server-process.ts";
import { testSecret } from "../support/site.ts";

/** A server on a fresh database; `close` kills it. */
export async function freshServer(environment: Record<string, string> = {}, stdio?: StdioOptions) {
  const { url, db } = await freshFile();
  const settings = { DATABASE_URL: url, SESSION_SECRET: testSecret, ...environment };
  const { origin, process } = await startServer(settings, stdio);
  const close = async () => {
    process.kill("SIGKILL");
    await db.destroy();
  };
  return { url, db, origin, process, close };
}

/** A server on a fresh database, killed at the end of the test. */
export async function startFresh(...settings: Parameters<typeof freshServer>) {
  const server = await freshServer(...settings);
  onTestFinished(server.close);
  return server;
}

/** @returns exit code and signal, once it has ended */
export async function stopped(
  process: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<[code: number | null, signal: string | null]> {
  const ended = once(process, "exit") as Promise<[number | null, string | null]>;
  process.kill(signal);
  return ended;
}
