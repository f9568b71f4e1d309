import { monitorEventLoopDelay } from "node:perf_hooks";

/** ms between two looks at the event loop, which a measured delay includes */
const resolution = 20;
/** ns in a second */
const second = 1e9;

export interface EventLoopDelay {
  start(): void;
  stop(): void;
  /** @returns seconds by which timers came late since the last call, by quantile */
  take(): { quantile: "0.5" | "0.99" | "1"; seconds: number }[];
}

/** Measures for how long something kept the event loop from going on. It costs one timer, which keeps no process alive. */
export function createEventLoopDelay(): EventLoopDelay {
  const delays = monitorEventLoopDelay({ resolution });
  const late = (ns: number) => Math.max(0, (ns - resolution * 1e6) / second);
  return {
    start: () => void delays.enable(),
    stop: () => void delays.disable(),
    take() {
      const taken = (["0.5", "0.99", "1"] as const).map((quantile) => ({
        quantile,
        seconds: late(delays.percentile(Number(quantile) * 100)),
      }));
      delays.reset();
      return taken;
    },
  };
}
