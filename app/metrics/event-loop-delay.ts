import { monitorEventLoopDelay } from "node:perf_hooks";

/** ms between samples; measured delays include it */
const resolution = 20;

export function createEventLoopDelay() {
  const delays = monitorEventLoopDelay({ resolution });
  const late = (ns: number) => Math.max(0, (ns - resolution * 1e6) / 1e9);
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
