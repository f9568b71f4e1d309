import { setTimeout as pause } from "node:timers/promises";
import type { QueryResult } from "pg";
import { noticeChannel } from "../dialect.ts";
import { createFailureLog } from "../failure-log.ts";
import { translated } from "../postgres-errors.ts";
import { sessionNames } from "./session-names.ts";
import { ClientWithFile } from "./postgres-address.ts";

export type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>;

/** ms between attempts to connect; random, so that not all processes reconnect at once */
const [shortPause, longPause] = [200, 1000];
const [askInterval, answerTime] = [10_000, 5000];

export type ListeningConnection = ReturnType<typeof createListeningConnection>;

/** @param onAgain called after reconnecting, when notices may have been missed */
export function createListeningConnection(
  url: string,
  onNotice: (payload: string) => void,
  onAgain: () => void,
) {
  const failures = createFailureLog("The connection for notices between processes was lost:");
  let current: Ask | null = null;
  let running: Promise<void> | undefined;
  let stopping = new AbortController();
  let tried = Promise.resolve();

  async function keepListening(signal: AbortSignal, onTried: () => void) {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const onListening = (ask: Ask) => {
        current = ask;
        failures.worked();
        onTried();
        if (!isFirst) onAgain();
      };
      try {
        await listen(url, signal, onNotice, onListening);
        if (!signal.aborted) failures.failed("PostgreSQL has closed it.");
      } catch (error) {
        if (!signal.aborted) failures.failed(translated(error).message);
      } finally {
        current = null;
      }
      onTried();
      if (!signal.aborted) await pause(between(shortPause, longPause), null, { ref: false });
    }
  }

  return {
    ask: () => current,
    /** Resolves after the first attempt to connect, successful or not. */
    tried: () => tried,
    start() {
      if (running) return;
      stopping = new AbortController();
      const first = Promise.withResolvers<void>();
      tried = first.promise;
      running = keepListening(stopping.signal, first.resolve);
    },
    async stop() {
      stopping.abort();
      await running;
      running = undefined;
    },
  };
}

async function listen(
  url: string,
  signal: AbortSignal,
  onNotice: (payload: string) => void,
  onListening: (ask: Ask) => void,
): Promise<void> {
  const client = new ClientWithFile({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: answerTime,
    query_timeout: answerTime,
    application_name: sessionNames.notices,
  });
  const ended = new AbortController();
  client.once("end", () => ended.abort());
  const over = AbortSignal.any([signal, ended.signal]);
  client.on("error", () => {});
  client.on("notification", ({ payload = "" }) => onNotice(payload));
  // Called once, because the driver's second `end` promise never settles.
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= client.end().catch(() => {}));
  signal.addEventListener("abort", end);
  try {
    await client.connect();
    const ask = oneByOne(client, end);
    await ask(`listen ${noticeChannel}`);
    onListening(ask);
    for (;;) {
      await pause(askInterval, null, { signal: over, ref: false }).catch(() => {});
      if (over.aborted) return;
      await ask("select 1");
    }
  } finally {
    signal.removeEventListener("abort", end);
    await end();
  }
}

/** The driver runs one query at a time. A failure ends the connection, which releases a lock granted too late. */
function oneByOne(client: ClientWithFile, end: () => Promise<void>): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => void end());
    return answer;
  };
}

export const between = (least: number, most: number) => least + Math.random() * (most - least);
