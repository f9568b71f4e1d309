import { expect, test } from "vitest";
import { isRecent } from "./session-lifetime.ts";

const halfAnHour = 30 * 60 * 1000;
const now = new Date("2026-12-03T10:00:00.000Z");

test.each([
  [-halfAnHour - 1, false],
  [-halfAnHour, true],
  // From a process whose clock is slightly ahead.
  [5000, true],
  [60_000, false],
])("a sign-in %i ms from now counts as recent: %s", (distance, expected) => {
  const provedAt = new Date(now.getTime() + distance).toISOString();
  expect(isRecent({ provedAt }, now)).toBe(expected);
});
