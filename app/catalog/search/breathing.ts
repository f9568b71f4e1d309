import { setImmediate as turn } from "node:timers/promises";

/** Long work's way to let a server answer in between: `await breath()` often; it gives way when 6 ms have gone by. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < 6) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
}
