import { isUnavailable } from "#db/errors.ts";
import { errorLine } from "../log-lines.ts";
import { requestId, wasUnavailable, type RequestContext } from "./context.ts";

/** For a failing disk or database, logs only the message and turns 500 into 503 (RULES.md 14.5). */
export function logFailure(context: RequestContext, error: unknown): void {
  const unavailable = isUnavailable(error);
  if (unavailable) context.set(wasUnavailable, true);
  const what = unavailable ? String(error) : error;
  console.error(errorLine("requestFailed", what, context.get(requestId)));
}
