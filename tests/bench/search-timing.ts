import type { SearchIndex } from "../../app/domain/search/engine.ts";

/** Runs work once. @returns its duration, and the increase in memory (exact with --expose-gc) */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<{ result: T; ms: number; megabytes: number }> {
  const before = memoryInUse();
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  return { result, ms, megabytes: (memoryInUse() - before) / 2 ** 20 };
}

function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Runs all queries once to warm up, then `rounds` times. @returns milliseconds of every query */
export function timings(
  index: SearchIndex,
  queries: string[],
  rounds: number,
): Record<string, number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const query of queries) {
      const start = performance.now();
      index.find(query);
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return percentiles(times);
}

/** @returns median, usual percentiles and maximum of some milliseconds */
export function percentiles(times: number[]): Record<string, number> {
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Number(times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2));
  return { "median ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99), "worst ms": at(1) };
}
