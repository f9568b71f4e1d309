import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMetrics } from "./metrics.ts";
import type { Queues, Sources } from "./site-gauges.ts";

const one: Queues = {
  lengths: [{ queue: "outbox", state: "dead", length: 1 }],
  oldestEmail: null,
};

const sources = (queues: Sources["queues"]): Sources => ({
  pages: () => ({ hits: 3, misses: 2, pages: 1, bytes: 100 }),
  queues,
  sizes: async () => ({ database: 0, log: 0 }),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("queues are counted at most every 5 seconds, even for simultaneous scrapes", async () => {
  const count = vi.fn<Sources["queues"]>().mockResolvedValue(one);
  const metrics = createMetrics();
  const all = await Promise.all([1, 2, 3].map(() => metrics.scrape(sources(count))));
  for (const { text } of all)
    expect(text).toContain('sosia_queue_length{queue="outbox",state="dead"} 1\n');
  expect(count).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4999);
  await metrics.scrape(sources(count));
  expect(count).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await metrics.scrape(sources(count));
  expect(count).toHaveBeenCalledTimes(2);
});

test("queues that cannot be counted are absent, and a hanging count does not delay the scrape", async () => {
  const metrics = createMetrics();
  const lengths = /^sosia_(queue_length|outbox_oldest_seconds)[ {]/mu;
  expect((await metrics.scrape(sources(async () => one))).text).toMatch(lengths);
  await vi.advanceTimersByTimeAsync(5000);
  const failed = await metrics.scrape(sources(() => Promise.reject(new Error("locked"))));
  expect(failed.text).not.toMatch(lengths);
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  const hung = await metrics.scrape(sources(() => new Promise(() => {})));
  expect(hung.text).not.toMatch(lengths);
  expect(hung.text).toContain('sosia_page_cache_requests_total{result="hit"} 3\n');
});

test("a missing file has no size, and counters kept elsewhere are not added twice", async () => {
  const metrics = createMetrics();
  await metrics.scrape(sources(async () => one));
  const { text } = await metrics.scrape(sources(async () => one));
  expect(text).toContain('sosia_database_file_bytes{file="database"} 0\n');
  expect(text).toContain('sosia_page_cache_requests_total{result="hit"} 3\n');
});
