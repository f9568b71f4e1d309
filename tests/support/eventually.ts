import { vi } from "vitest";

/** Waits until the check passes; the bound is only for what hangs. @param interval ms between two checks */
export const eventually = <Value>(
  check: () => Value | Promise<Value>,
  interval = 20,
): Promise<Value> => vi.waitFor(check, { timeout: 120_000, interval });
