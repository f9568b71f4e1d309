import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createShutdown } from "./shutdown.ts";

const exit = vi.fn<(code: number) => void>();

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  exit.mockClear();
});

function fakeResponse() {
  const headers: Record<string, string> = {};
  const response = Object.assign(new EventEmitter(), {
    headersSent: false,
    headers,
    setHeader: (name: string, value: string) => void (headers[name] = value),
  });
  return response as unknown as ServerResponse & { headers: Record<string, string> };
}

test("requests under way are answered, then the site is closed, then the process exits with 0", async () => {
  const order: string[] = [];
  const shutdown = createShutdown(
    async () => void order.push("closed"),
    (code) => void order.push(`exit ${code}`),
  );
  const response = fakeResponse();
  shutdown.track(response);
  const stopped = shutdown.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect([order, response.headers]).toEqual([[], { Connection: "close" }]);
  response.emit("close");
  await stopped;
  expect(order).toEqual(["closed", "exit 0"]);
});

test("the process exits within 8 s, even if a request and the site hang", async () => {
  const shutdown = createShutdown(() => new Promise(() => {}), exit);
  shutdown.track(fakeResponse());
  void shutdown.stop();
  await vi.advanceTimersByTimeAsync(6900);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1100);
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
});

test("after an uncaught error the process exits with 1, within 4 s even if something hangs", async () => {
  const shutdown = createShutdown(() => new Promise(() => {}), exit);
  shutdown.track(fakeResponse());
  void shutdown.stop(1);
  // The signal that closes the listener also arrives.
  void shutdown.stop();
  await vi.advanceTimersByTimeAsync(4000);
  expect(exit).toHaveBeenCalledExactlyOnceWith(1);
});

test("a request during shutdown gets Connection: close", async () => {
  const shutdown = createShutdown(async () => {}, exit);
  void shutdown.stop();
  const late = fakeResponse();
  shutdown.track(late);
  expect(late.headers).toEqual({ Connection: "close" });
});

test("a site that fails to close is logged, and the process still exits with 0", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const shutdown = createShutdown(() => Promise.reject(new Error("disk full")), exit);
  await shutdown.stop();
  expect(console.error).toHaveBeenCalledExactlyOnceWith("Stopping: disk full");
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
});
