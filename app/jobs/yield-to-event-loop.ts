import { setImmediate as nextTurn } from "node:timers/promises";

export type YieldToEventLoop = () => Promise<void> | undefined;

/** Longest time in ms that a piece of work blocks requests: shorter slows the work down, longer slows the server down. */
const maxBlockingTime = 6;

export function createYieldToEventLoop(): YieldToEventLoop {
  let lastYield = performance.now();
  return () => {
    if (performance.now() - lastYield < maxBlockingTime) return undefined;
    return nextTurn().then(() => {
      lastYield = performance.now();
    });
  };
}
