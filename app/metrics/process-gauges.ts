import { Counter, Gauge, type Registry } from "prom-client";
import { monitorEventLoopDelay } from "node:perf_hooks";

export function createProcessGauges(registers: Registry[]) {
  const delay = createEventLoopDelay();
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const loop = new Gauge({
    name: "sosia_event_loop_delay_seconds",
    help: "Delay of timers since the last scrape.",
    labelNames: ["quantile"],
    registers,
  });
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system CPU time.",
    registers,
  });
  const started = gauge("process_start_time_seconds", "Start of the process in Unix time.");
  const resident = gauge("process_resident_memory_bytes", "Resident memory of the process.");
  const heap = gauge("nodejs_heap_size_used_bytes", "Memory used by the JavaScript heap.");
  const external = gauge(
    "nodejs_external_memory_bytes",
    "Memory used by buffers outside the heap.",
  );

  return {
    start: () => delay.start(),
    stop: () => delay.stop(),
    set() {
      for (const { quantile, seconds } of delay.take()) loop.set({ quantile }, seconds);
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
      const memory = process.memoryUsage();
      started.set(Math.round(Date.now() / 1000 - process.uptime()));
      resident.set(memory.rss);
      heap.set(memory.heapUsed);
      external.set(memory.external);
    },
  };
}

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
