import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPool, type Pool, PoolUnavailable } from "./pool.ts";

const pools: Pool[] = [];

function poolWith(options: { runtime?: "child_process"; workers?: number; maxQueue?: number }) {
  const pool = createPool(
    {
      file: "tests/support/test-worker.ts",
      workers: 1,
      maxQueue: 10,
      timeLimit: 3000,
      idleTimeout: 60_000,
      ...options,
    },
    "A test's worker",
  );
  pools.push(pool);
  return pool;
}

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

afterEach(async () => {
  vi.restoreAllMocks();
  for (const pool of pools.splice(0)) await pool.close();
});

const lost = expect.objectContaining({ name: "PoolUnavailable" });

test("a hanging thread fails only its own task, and queued tasks run", async () => {
  const pool = poolWith({});
  const answers = await Promise.allSettled([
    pool.run("one"),
    pool.run(null, "hang"),
    pool.run("two"),
    pool.run("three"),
  ]);
  expect(answers).toEqual([
    { status: "fulfilled", value: "one" },
    { status: "rejected", reason: lost },
    { status: "fulfilled", value: "two" },
    { status: "fulfilled", value: "three" },
  ]);
  expect(console.error).toHaveBeenCalledOnce();
});

test.each(["SIGKILL", "SIGSTOP"])(
  "a process that gets %s fails only its own task, and queued tasks run",
  async (name) => {
    const pool = poolWith({ runtime: "child_process" });
    const answers = await Promise.allSettled([
      pool.run(name, "signal"),
      pool.run("one"),
      pool.run("two"),
    ]);
    expect(answers).toEqual([
      { status: "rejected", reason: lost },
      { status: "fulfilled", value: "one" },
      { status: "fulfilled", value: "two" },
    ]);
  },
);

test("while one worker hangs the other keeps working", async () => {
  const pool = poolWith({ workers: 2 });
  const hanging = expect(pool.run(null, "hang")).rejects.toThrow(PoolUnavailable);
  for (let n = 0; n < 5; n++) expect(await pool.run(`${n}`)).toBe(`${n}`);
  await hanging;
});

test("an error thrown by a task is passed on, and its worker survives", async () => {
  const pool = poolWith({});
  await expect(pool.run(null, "refuse")).rejects.toThrow("not this one");
  expect(await pool.run("one")).toBe("one");
  expect(console.error).not.toHaveBeenCalled();
});

test("a full queue rejects immediately, and closing rejects queued tasks", async () => {
  const pool = poolWith({ maxQueue: 1 });
  const [working, waiting] = [pool.run(null, "hang"), pool.run("one")];
  const both = Promise.allSettled([working, waiting]);
  await expect(pool.run("two")).rejects.toThrow(PoolUnavailable);
  await pool.close();
  expect(await both).toEqual([
    { status: "rejected", reason: lost },
    { status: "rejected", reason: lost },
  ]);
});
