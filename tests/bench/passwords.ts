// The duration of hashing a password, and how much password checks delay the main thread.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { hashSync } from "bcryptjs";
import { cost as today, createPasswords } from "../../app/domain/accounts/passwords.ts";
import { percentile } from "./measure.ts";

const password = "sandalo1&Rosa";
const parallel = 50;
const passwords = createPasswords();

const costs: Record<string, object> = {};
for (const cost of [11, 12, 13]) {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    hashSync(password, cost);
    return performance.now() - start;
  });
  costs[`cost ${cost}${cost === today ? ", today's" : ""}`] = {
    "median ms per hash": percentile(times, 50),
  };
}
console.table(costs);

const hash = await passwords.hash(password);
const delay = monitorEventLoopDelay({ resolution: 1 });
const start = performance.now();
delay.enable();
await Promise.all(Array.from({ length: parallel }, () => passwords.check(password, hash)));
delay.disable();
const seconds = (performance.now() - start) / 1000;
const ms = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));
console.table({
  [`${parallel} checks at once`]: {
    "checks per second": Number((parallel / seconds).toFixed(1)),
    "main thread's delay: median ms": ms(delay.percentile(50)),
    "p99 ms": ms(delay.percentile(99)),
    "worst ms": ms(delay.max),
  },
});
await passwords.close();
