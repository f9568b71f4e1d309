import { setImmediate as nextTurn } from "node:timers/promises";

export type YieldToEventLoop = () => Promise<void> | undefined;

/** Longest time in ms that a piece of work blocks requests: shorter slows the work down, longer slows the server down. */
const maxBlockingTime = 6;
/** ms after which work goes on although requests keep the server busy */
const longestWait = 50;
/** ms; a turn of the event loop takes longer when there was something to do in it */
const emptyTurn = 0.5;

/** @param wait `othersFirst` for work that nobody waits for */
export function createYieldToEventLoop(
  wait: () => Promise<unknown> = () => nextTurn(),
): YieldToEventLoop {
  let lastYield = performance.now();
  return () => {
    if (performance.now() - lastYield < maxBlockingTime) return undefined;
    return wait().then(() => {
      lastYield = performance.now();
    });
  };
}

/**
 * Waits until the event loop has nothing else to do, but at most 50 ms. Turn about with requests, work would take as much of
 * the processor as they do, and on a busy server they would queue up.
 */
export async function othersFirst(clock = () => performance.now()): Promise<void> {
  const start = clock();
  for (let last = start, turn = Infinity; turn > emptyTurn && last - start < longestWait;) {
    await nextTurn();
    turn = clock() - last;
    last += turn;
  }
}
