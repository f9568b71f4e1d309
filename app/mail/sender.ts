import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#db/connect.ts";
import { failureOf } from "./failures.ts";
import type { Deliver } from "./message.ts";
import { endTurn, type Fate, type Queued, takeLetter } from "./turns.ts";

export interface Sender {
  /** Looks for letters to send from now on, every few seconds. */
  start(): void;
  /** Takes no more letters; resolves once those under way have met their fate. */
  stop(): Promise<void>;
  /** Looks soon. Call it after the transaction that queued a letter; nobody waits for it. */
  poke(): void;
  /** Tries every letter that is due by then. @returns how many were sent */
  sendDue(now: Date): Promise<number>;
}

const minute = 60_000;
const hour = 60 * minute;
/** How long a letter that could not be sent waits: after the first time, the second, … and then ever again. */
const waits = [minute, 5 * minute, 15 * minute, hour];
const longestWait = 2 * hour;
/** By then a letter has waited a good three days. */
const mostAttempts = 41;
/** Longer than a delivery can take, so that the letter is not taken by another meanwhile. */
const leaseTime = minute;

/**
 * Sends what is in the outbox. Several may work on one database: none sends what another is sending.
 * @param options.every ms between two looks
 * @param options.atOnce letters under way at the same time
 */
export function createSender(
  db: Db,
  deliver: Deliver,
  { every = 5000, atOnce = 3 }: { every?: number; atOnce?: number } = {},
): Sender {
  const lease = randomUUID();
  const workers = new Set<Promise<number>>();
  let poll: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  let stopped = false;

  async function nextLetter(now: Date) {
    if (stopped) return undefined;
    return takeLetter(db, lease, now, new Date(now.getTime() + leaseTime));
  }

  /** Tries one letter after the other until none is due. @returns how many were sent */
  async function work(clock: () => Date): Promise<number> {
    let sent = 0;
    for (let letter; (letter = await nextLetter(clock()));) {
      const turn = letter;
      const fate = await tryLetter(deliver, turn, clock);
      const ours = await persistently(() => endTurn(db, turn, fate));
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
      console.error("The outbox could not be worked on:", error),
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

/** Delivers a letter, or judges why not. */
async function tryLetter(deliver: Deliver, letter: Queued, clock: () => Date): Promise<Fate> {
  try {
    await deliver(letter);
    return { is: "sent", at: clock() };
  } catch (error) {
    const { permanent, reason } = failureOf(error);
    const parked = permanent || letter.attempts + 1 >= mostAttempts;
    console.error(`Letter ${letter.id} was not sent${parked ? " and is parked" : ""}: ${reason}`);
    if (parked) return { is: "parked", at: clock(), reason };
    const until = clock().getTime() + (waits[letter.attempts] ?? longestWait);
    return { is: "waiting", until: new Date(until), reason };
  }
}

/** While the database is busy a letter that is gone must not be forgotten: it would be sent once more. */
async function persistently<T>(deed: () => Promise<T>, tries = 6, wait = 200): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(wait);
    return persistently(deed, tries - 1, wait * 2);
  }
}
