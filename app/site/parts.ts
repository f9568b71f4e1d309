import { setTimeout as pause } from "node:timers/promises";

/** A part of the site that works in the background or must be ready before the site starts. */
export interface Part {
  /** @throws Error with one line that says what is missing */
  check?(): Promise<void>;
  start?(): void;
  stop?(): void | Promise<void>;
}

/** ms for background work to stop; less than the process has for closing (app/http/shutdown.ts) */
const stopTime = 1500;

export async function startInOrder(parts: Part[]): Promise<void> {
  for (const part of parts) await part.check?.();
  for (const part of parts) part.start?.();
}

/** Stops the last part first, without waiting between parts; abandons whatever hangs after 1.5 s. */
export async function stopInReverse(parts: Part[]): Promise<void> {
  const stopping = parts.toReversed().map(async (part) => part.stop?.());
  const ended = await Promise.race([
    Promise.allSettled(stopping),
    pause(stopTime, [], { ref: false }),
  ]);
  for (const one of ended) if (one.status === "rejected") console.error(one.reason);
}
