import type { SearchIndex } from "../../app/domain/search/engine.ts";

/** Runs work once; how long it took, and how much more memory is in use after it (exact when run with --expose-gc). */
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

/** Searches for all queries `rounds` times over, after once to warm up; milliseconds per query, every query counted. */
export function timings(
  index: SearchIndex,
  queries: string[],
  rounds: number,
): Record<string, number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const query of queries) {
      const start = performance.now();
      index.search(query);
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return percentiles(times);
}

/** Milliseconds in; their median, the usual percentiles and the worst out. */
export function percentiles(times: number[]): Record<string, number> {
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Number(times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2));
  return { "median ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99), "worst ms": at(1) };
}
