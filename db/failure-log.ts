import { isUnavailable } from "./errors.ts";

interface FailureLog {
  failed(error: unknown): void;
  worked(): void;
}

/** For repeated work: a database that is down for a day must not fill the disk with log lines (RULES.md 14.5). */
export function createFailureLog(what: string): FailureLog {
  let last: string | null = null;
  return {
    failed(error) {
      const reason = String(error);
      if (reason === last) return;
      last = reason;
      console.error(what, isUnavailable(error) ? reason : error);
    },
    worked() {
      last = null;
    },
  };
}
