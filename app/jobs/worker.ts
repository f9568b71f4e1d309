import { randomUUID } from "node:crypto";
import { createFailureLog } from "#db/failure-log.ts";
import { type Failure, type Outcome, outcomeAfter } from "./outcome.ts";
import { setTimeout as pause } from "node:timers/promises";

interface Job {
  attempts: number;
}

interface Queue<J extends Job> {
  name: string;
  /** Leases a job: until `until` no other worker gets it. */
  take(lease: string, now: Date, until: Date): Promise<J | undefined>;
  deliver(job: J): Promise<void>;
  failureOf(error: unknown, now: Date): Failure;
  /** @returns false when the lease was lost and nothing was changed */
  finish(job: J, outcome: Outcome): Promise<boolean>;
  describe(job: J): string;
}

export type Worker = ReturnType<typeof createWorker>;

/** ms; longer than any delivery can take */
const leaseTime = 60_000;

export function createWorker<J extends Job>(
  queue: Queue<J>,
  { every = 5000, atOnce = 3 }: { every?: number; atOnce?: number } = {},
) {
  const lease = randomUUID();
  const workers = new Set<Promise<number>>();
  const failures = createFailureLog(`${queue.name}: polling failed:`);
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let stopped = false;

  async function next(now: Date) {
    if (stopped) return undefined;
    return queue.take(lease, now, new Date(now.getTime() + leaseTime));
  }

  async function work(clock: () => Date): Promise<number> {
    let sent = 0;
    for (let job; (job = await next(clock()));) {
      const leased = job;
      const outcome = await tryOnce(queue, leased, clock);
      const finished = await retry(() => queue.finish(leased, outcome));
      if (finished && outcome.is === "sent") sent++;
    }
    return sent;
  }

  async function sendAll(clock: () => Date): Promise<number> {
    const started: Promise<number>[] = [];
    while (workers.size < atOnce) {
      const worker: Promise<number> = work(clock).finally(() => workers.delete(worker));
      workers.add(worker);
      started.push(worker);
    }
    // Promise.all alone would not wait for the others when one fails.
    await Promise.allSettled(started);
    return (await Promise.all(started)).reduce((sum, sent) => sum + sent, 0);
  }

  function poll() {
    if (workers.size >= atOnce) return;
    sendAll(() => new Date()).then(failures.worked, failures.failed);
  }

  function runSoon() {
    if (!timer) return;
    soon ??= setImmediate(() => {
      soon = undefined;
      poll();
    }).unref();
  }

  return {
    start() {
      stopped = false;
      timer ??= setInterval(poll, every).unref();
      runSoon();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearImmediate(soon);
      timer = soon = undefined;
      await Promise.allSettled(workers);
    },
    /** Call it after the transaction that queued a job. */
    runSoon,
    /** @returns how many were delivered */
    sendDue: (now: Date) => sendAll(() => now),
  };
}

async function tryOnce<J extends Job>(
  { deliver, failureOf, describe }: Queue<J>,
  job: J,
  clock: () => Date,
): Promise<Outcome> {
  try {
    await deliver(job);
    return { is: "sent", at: clock() };
  } catch (error) {
    const now = clock();
    const outcome = outcomeAfter(failureOf(error, now), job.attempts, now);
    const dead = outcome.is === "dead" ? "; no further attempts" : "";
    console.error(`${describe(job)} was not sent${dead}: ${outcome.reason}`);
    return outcome;
  }
}

export async function retry<T>(action: () => Promise<T>, tries = 6, wait = 200): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(wait);
    return retry(action, tries - 1, wait * 2);
  }
}
