import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** ms that requests under way may take to be answered once the process is to end */
const answerTime = 5000;
/** ms that the site may take to close */
const closeTime = 2000;

export interface Shutdown {
  /** Call it for every request as it begins. */
  track(response: ServerResponse): void;
  /** Answers what is under way, closes the site and ends the process, within 8 s whatever hangs. */
  stop(): Promise<void>;
}

/**
 * Ends a server's process in order: react-router-serve closes the listener itself, idle connections end with the process.
 * @param close ends the site; it may hang
 * @param exit ends the process
 */
export function createShutdown(
  close: () => Promise<void>,
  exit: (code: number) => void = process.exit,
): Shutdown {
  const underWay = new Set<ServerResponse>();
  let stopping = false;

  return {
    track(response) {
      if (stopping) response.setHeader("Connection", "close");
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
    },

    async stop() {
      if (stopping) return;
      stopping = true;
      for (const response of underWay)
        if (!response.headersSent) response.setHeader("Connection", "close");
      await withinTime(answerTime, async () => {
        for (const response of underWay) await once(response, "close");
      });
      await withinTime(closeTime, close);
      exit(0);
    },
  };
}

/** Waits for the work, but no longer than so many ms; a failure is logged. */
async function withinTime(ms: number, work: () => Promise<void>): Promise<void> {
  const done = work().catch((error: Error) => console.error(`Stopping: ${error.message}`));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms))]);
}
