import { isUnavailable } from "#db/errors.ts";
import { errorLine } from "../log-lines.ts";
import { requestId, wasUnavailable, type RequestContext } from "./context.ts";

/**
 * Logs what made a request fail, in one line with its id (RULES.md 23.5); of a disk or database that fails only what it says, and
 * the answer becomes 503 where it would be 500.
 */
export function logFailure(context: RequestContext, error: unknown): void {
  const unavailable = isUnavailable(error);
  if (unavailable) context.set(wasUnavailable, true);
  const what = unavailable ? String(error) : error;
  console.error(errorLine("requestFailed", what, context.get(requestId)));
}
