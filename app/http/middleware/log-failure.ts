import { isUnavailable } from "#db/errors.ts";
import { errorLine } from "../log-lines.ts";
import { requestId, wasUnavailable, type RequestContext } from "./context.ts";

/** For a failing disk or database only the message is logged, and 500 becomes 503 (RULES.md 14.5). */
export function logFailure(context: RequestContext, error: unknown): void {
  const unavailable = isUnavailable(error);
  if (unavailable) context.set(wasUnavailable, true);
  const what = unavailable ? String(error) : error;
  console.error(errorLine("requestFailed", what, context.get(requestId)));
}
