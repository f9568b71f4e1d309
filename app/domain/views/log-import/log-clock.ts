export interface LogClock {
  /** ms, from 1, monotonic */
  now(): number;
  reach(time: Date): void;
}

/** ms; several processes write to one log */
const disorder = 5 * 60_000;

/** Lines out of order, or a clock set back, do not turn it back. */
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
