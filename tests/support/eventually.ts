import { vi } from "vitest";

export const eventually = <Value>(
  check: () => Value | Promise<Value>,
  interval = 20,
): Promise<Value> => vi.waitFor(check, { timeout: 120_000, interval });
