export interface LogClock {
  /** ms that have passed in the log, from 1 on, never fewer than before */
  now(): number;
  /** A line of this time was read. */
  reach(time: Date): void;
}

/** ms by which lines may stand in another order than they happened: several processes write one log */
const disorder = 5 * 60_000;

/**
 * The time that passes from line to line of a log. Lines in another order do not turn it back; after a clock was set back it
 * goes on from there.
 */
export function createLogClock(): LogClock {
  let passed = 1;
  let newest: number | undefined;
  return {
    now: () => passed,
    reach(time) {
      const at = time.getTime();
      newest ??= at;
      if (at <= newest && at >= newest - disorder) return;
      passed += Math.max(0, at - newest);
      newest = at;
    },
  };
}
