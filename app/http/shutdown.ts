import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** ms for requests under way; less after an uncaught error, because its request may never be answered */
const answerTime = 5000;
const answerTimeAfterError = 1000;
const closeTime = 2000;

export type Shutdown = ReturnType<typeof createShutdown>;

/** react-router-serve closes the listener itself, and idle connections end with the process. */
export function createShutdown(
  close: () => Promise<void>,
  exit: (code: number) => void = process.exit,
) {
  const underWay = new Set<ServerResponse>();
  let stopping = false;

  return {
    track(response: ServerResponse): void {
      if (stopping) response.setHeader("Connection", "close");
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
    },

    /** Takes at most 8 s, whatever hangs. @param code 1 after an uncaught error */
    async stop(code: 0 | 1 = 0): Promise<void> {
      if (stopping) return;
      stopping = true;
      for (const response of underWay)
        if (!response.headersSent) response.setHeader("Connection", "close");
      await withinTime(code === 0 ? answerTime : answerTimeAfterError, async () => {
        for (const response of underWay) await once(response, "close");
      });
      await withinTime(closeTime, close);
      exit(code);
    },
  };
}

async function withinTime(ms: number, work: () => Promise<void>): Promise<void> {
  const done = work().catch((error: Error) => console.error(`Stopping: ${error.message}`));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms))]);
}
