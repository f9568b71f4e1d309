import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

export type YieldToEventLoop = () => Promise<void> | undefined;

/** Longest time in ms that a piece of work blocks requests: shorter slows the work down, longer slows the server down. */
const maxBlockingTime = 6;
/** ms; shorter pauses would mistake the loop's own work for requests */
const shortestPause = 3;
const longestPause = 500;

/** For work that a request waits for. */
export function createYieldToEventLoop(): YieldToEventLoop {
  return afterEachPiece(() => nextTurn(), performance);
}

/**
 * For work that nobody waits for: while requests keep the server busy, it takes a tenth of the time. Turn about with them, it
 * would take as much of the processor as they do, and on a busy server they would queue up.
 */
export function createBackgroundYield(loop = eventLoop): YieldToEventLoop {
  let busy = false;
  return afterEachPiece(async (worked) => {
    busy =
      (busy || (await loop.isBusyFor(shortestPause))) &&
      (await loop.isBusyFor(Math.min(9 * worked, longestPause)));
  }, loop);
}

const eventLoop = {
  now: () => performance.now(),
  async isBusyFor(ms: number) {
    // Timers start from the time of the loop, which is old by now: they would be due at once.
    await nextTurn();
    const before = performance.eventLoopUtilization();
    await pause(ms);
    return performance.eventLoopUtilization(before).utilization > 0.5;
  },
};

function afterEachPiece(
  wait: (worked: number) => Promise<void>,
  clock: { now(): number },
): YieldToEventLoop {
  let began = clock.now();
  return () => {
    const worked = clock.now() - began;
    if (worked < maxBlockingTime) return undefined;
    return wait(worked).then(() => {
      began = clock.now();
    });
  };
}
