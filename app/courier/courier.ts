import { randomUUID } from "node:crypto";
import { type Fate, fateAfter } from "./fate.ts";
import { persistently } from "./persistently.ts";
import type { Parcel, Round } from "./round.ts";

export interface Courier {
  /** Looks for what is to be sent from now on, every few seconds. */
  start(): void;
  /** Takes nothing more; resolves once what is under way has met its fate. */
  stop(): Promise<void>;
  /** Looks soon. Call it after the transaction that queued something; nobody waits for it. */
  poke(): void;
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
export function createCourier<P extends Parcel>(
  round: Round<P>,
  { every = 5000, atOnce = 3 }: { every?: number; atOnce?: number } = {},
): Courier {
  const lease = randomUUID();
  const workers = new Set<Promise<number>>();
  let poll: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let stopped = false;

  async function next(now: Date) {
    if (stopped) return undefined;
    return round.take(lease, now, new Date(now.getTime() + leaseTime));
  }

  /** Tries one after the other until none is due. @returns how many were sent */
  async function work(clock: () => Date): Promise<number> {
    let sent = 0;
    for (let parcel; (parcel = await next(clock()));) {
      const turn = parcel;
      const fate = await tryOnce(round, turn, clock);
      const ours = await persistently(() => round.endTurn(turn, fate));
      if (ours && fate.is === "sent") sent++;
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
      console.error(`${round.name} could not be worked on:`, error),
    );
  }

  function poke() {
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
      poke();
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      clearImmediate(soon);
      poll = soon = undefined;
      await Promise.allSettled(workers);
    },
    poke,
    sendDue: (now) => sendAll(() => now),
  };
}

/** Delivers, or judges why not. */
async function tryOnce<P extends Parcel>(
  { deliver, failureOf, describe }: Round<P>,
  parcel: P,
  clock: () => Date,
): Promise<Fate> {
  try {
    await deliver(parcel);
    return { is: "sent", at: clock() };
  } catch (error) {
    const now = clock();
    const fate = fateAfter(failureOf(error, now), parcel.attempts, now);
    const parked = fate.is === "parked" ? " and is parked" : "";
    console.error(`${describe(parcel)} was not sent${parked}: ${fate.reason}`);
    return fate;
  }
}
