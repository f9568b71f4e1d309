import { randomUUID } from "node:crypto";
import { type Outcome, outcomeAfter } from "./outcome.ts";
import { retry } from "./retry.ts";
import type { Job, Queue } from "./queue.ts";

export interface Worker {
  /** Looks for what is to be sent from now on, every few seconds. */
  start(): void;
  /** Takes nothing more; resolves once what is under way has met its outcome. */
  stop(): Promise<void>;
  /** Looks soon. Call it after the transaction that queued something; nobody waits for it. */
  runSoon(): void;
  /** Tries everything that is due by then. @returns how much was sent */
  sendDue(now: Date): Promise<number>;
}

/** Longer than a delivery can take, so that nothing is taken by another meanwhile. */
const leaseTime = 60_000;

/**
 * Works off a queue. Several may work on one database: none sends what another is sending.
 * @param options.every ms between two looks
 * @param options.atOnce deliveries under way at the same time
 */
export function createWorker<P extends Job>(
  queue: Queue<P>,
  { every = 5000, atOnce = 3 }: { every?: number; atOnce?: number } = {},
): Worker {
  const lease = randomUUID();
  const workers = new Set<Promise<number>>();
  let poll: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let stopped = false;

  async function next(now: Date) {
    if (stopped) return undefined;
    return queue.take(lease, now, new Date(now.getTime() + leaseTime));
  }

  /** Tries one after the other until none is due. @returns how many were sent */
  async function work(clock: () => Date): Promise<number> {
    let sent = 0;
    for (let job; (job = await next(clock()));) {
      const turn = job;
      const outcome = await tryOnce(queue, turn, clock);
      const ours = await retry(() => queue.finish(turn, outcome));
      if (ours && outcome.is === "sent") sent++;
    }
    return sent;
  }

  async function sendAll(clock: () => Date): Promise<number> {
    const mine: Promise<number>[] = [];
    while (workers.size < atOnce) {
      const worker: Promise<number> = work(clock).finally(() => workers.delete(worker));
      workers.add(worker);
      mine.push(worker);
    }
    // None is given up because another has failed.
    await Promise.allSettled(mine);
    return (await Promise.all(mine)).reduce((sum, sent) => sum + sent, 0);
  }

  function look() {
    sendAll(() => new Date()).catch((error) =>
      console.error(`${queue.name} could not be worked on:`, error),
    );
  }

  function runSoon() {
    if (!poll) return;
    soon ??= setImmediate(() => {
      soon = undefined;
      look();
    }).unref();
  }

  return {
    start() {
      stopped = false;
      poll ??= setInterval(look, every).unref();
      runSoon();
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearImmediate(soon);
      poll = soon = undefined;
      await Promise.allSettled(workers);
    },
    runSoon,
    sendDue: (now) => sendAll(() => now),
  };
}

/** Delivers, or judges why not. */
async function tryOnce<P extends Job>(
  { deliver, failureOf, describe }: Queue<P>,
  job: P,
  clock: () => Date,
): Promise<Outcome> {
  try {
    await deliver(job);
    return { is: "sent", at: clock() };
  } catch (error) {
    const now = clock();
    const outcome = outcomeAfter(failureOf(error, now), job.attempts, now);
    const dead = outcome.is === "dead" ? " and is dead" : "";
    console.error(`${describe(job)} was not sent${dead}: ${outcome.reason}`);
    return outcome;
  }
}
