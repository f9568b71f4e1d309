import { isUnavailable } from "./errors.ts";

/** For repeated work: a database that is down for a day must not fill the disk with log lines (RULES.md 14.5). */
export function createFailureLog(what: string) {
  let last: string | null = null;
  return {
    failed(error: unknown) {
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
