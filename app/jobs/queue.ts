import type { Failure, Outcome } from "./outcome.ts";

/** Something that waits in the database to be sent to somebody outside. */
export interface Job {
  /** how often sending it has failed */
  attempts: number;
}

/** A queue in the database, and whom it goes to. */
export interface Queue<P extends Job> {
  /** the queue, for the log */
  name: string;
  /**
   * Takes what has waited longest, so that nobody else takes it before `until`: who fails to come back by then, because
   * the process died, has lost it to the next.
   * @param lease the taker's own random word
   */
  take(lease: string, now: Date, until: Date): Promise<P | undefined>;
  /** Resolves when it has been handed over, within less than a minute; throws what `failureOf` can judge. */
  deliver(job: P): Promise<void>;
  failureOf(error: unknown, now: Date): Failure;
  /** @returns false when it was no longer the taker's, and nothing was changed */
  finish(job: P, outcome: Outcome): Promise<boolean>;
  /** what was taken, for the log: "Email 3" */
  describe(job: P): string;
}
