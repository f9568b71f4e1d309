import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** ms that requests under way may take to be answered once the process is to end */
const answerTime = 5000;
/** ms, after an error that nobody caught: the request that it came of may never be answered */
const answerTimeAfterError = 1000;
/** ms that the site may take to close */
const closeTime = 2000;

export interface Shutdown {
  /** Call it for every request as it begins. */
  track(response: ServerResponse): void;
  /**
   * Answers what is under way, closes the site and ends the process, within 8 s whatever hangs.
   * @param code 1 after an error that nobody caught, which leaves less time for answers
   */
  stop(code?: 0 | 1): Promise<void>;
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

    async stop(code = 0) {
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

/** Waits for the work, but no longer than so many ms; a failure is logged. */
async function withinTime(ms: number, work: () => Promise<void>): Promise<void> {
  const done = work().catch((error: Error) => console.error(`Stopping: ${error.message}`));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms))]);
}
