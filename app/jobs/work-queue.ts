import type { Failure, Outcome } from "./outcome.ts";

export interface Job {
  attempts: number;
}

export interface Queue<J extends Job> {
  name: string;
  /**
   * Leases the job that has waited longest. Until `until` no other worker gets it; afterwards any may, because this
   * process may have died.
   * @param lease the worker's random id
   * @returns undefined when no job is due
   */
  take(lease: string, now: Date, until: Date): Promise<J | undefined>;
  /** Resolves in less than a minute when the job is delivered; throws what `failureOf` understands. */
  deliver(job: J): Promise<void>;
  failureOf(error: unknown, now: Date): Failure;
  /** @returns false when the lease was lost, and nothing was changed */
  finish(job: J, outcome: Outcome): Promise<boolean>;
  /** a job, for the log: "Email 3" */
  describe(job: J): string;
}
