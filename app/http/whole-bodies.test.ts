import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardRest } from "./whole-bodies.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const megabyte = new Uint8Array(1024 * 1024);

/** A body that produces chunks on demand; `seen` counts them. */
function bodyOf(next: (n: number) => Promise<Uint8Array | null>) {
  const seen = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = await next(seen.chunks++);
        if (chunk) controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        else controller.close();
      },
      cancel: () => void (seen.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

test("a body is read to its end", async () => {
  const { body, seen } = bodyOf(async (n) => (n < 20 ? megabyte : null));
  expect(await discardRest(body)).toBe(true);
  expect(seen.chunks).toBe(21);
});

test("a missing, read or locked body is left alone", async () => {
  expect(await discardRest(null)).toBe(true);
  const request = new Request("http://localhost", { method: "POST", body: "a=b" });
  await request.formData().catch(() => {});
  expect(await discardRest(request.body)).toBe(true);
  const { body, seen } = bodyOf(async () => megabyte);
  body.getReader();
  expect([await discardRest(body), seen.chunks]).toEqual([true, 0]);
});

test("an endless body is abandoned", async () => {
  const { body, seen } = bodyOf(async () => megabyte);
  expect(await discardRest(body)).toBe(false);
  expect(seen).toEqual({ chunks: 257, cancelled: true });
});

test("a body that comes too slowly is abandoned after 30 seconds", async () => {
  const drip = () =>
    new Promise<Uint8Array>((resolve) => setTimeout(() => resolve(new Uint8Array(1)), 1000));
  const { body, seen } = bodyOf(drip);
  const discarded = discardRest(body);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await discarded).toBe(false);
  expect(seen).toMatchObject({ cancelled: true });
});

test("a body whose connection breaks is incomplete", async () => {
  const { body } = bodyOf(() => Promise.reject(new Error("aborted")));
  expect(await discardRest(body)).toBe(false);
});
