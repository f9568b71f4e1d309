import { setImmediate as nextTurn } from "node:timers/promises";

/** A promise to wait for when it is time to give way, undefined when it is not yet. */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** Longest time in ms that requests wait for a piece of work: shorter slows the work down, longer slows the server down. */
const maxBlockingTime = 6;

/** Lets a server answer while long work goes on: the work awaits the function that this returns, and often. */
export function createYieldToEventLoop(): YieldToEventLoop {
  let lastYield = performance.now();
  return () => {
    if (performance.now() - lastYield < maxBlockingTime) return undefined;
    return nextTurn().then(() => {
      lastYield = performance.now();
    });
  };
}
