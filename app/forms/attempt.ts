import type { RouterContextProvider } from "react-router";
import { isLocked, isUnavailable } from "#db/unavailable.ts";
import { PoolUnavailable } from "../jobs/pool.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import type { SentForm } from "./sent-form.ts";
import { refuse, refuseInvalid } from "./refusal.ts";

/** seconds */
const retryAfter = 5;

/**
 * Carries out what a form asks for, so that nothing typed is lost when it fails: 422 for a form that is not valid, 503 with
 * Retry-After while nothing can be written (locked, full, read-only) or no worker is free, 500 with `failureMessage` for any
 * other error.
 * @param action gets the form's values
 */
export async function attempt<Value, Answer>(
  context: Readonly<RouterContextProvider>,
  sent: SentForm<Value>,
  failureMessage: MessageKey,
  action: (value: Value) => Promise<Answer>,
) {
  if (sent.value === null) return refuseInvalid(sent);
  try {
    return await action(sent.value);
  } catch (error) {
    // Redirects and the router's own answers are thrown, too.
    if (!(error instanceof Error)) throw error;
    const unavailable = isUnavailable(error) || error instanceof PoolUnavailable;
    // Locks and full queues pass; an operator must see a full disk.
    if (!isLocked(error) && !(error instanceof PoolUnavailable)) console.error(error);
    return unavailable
      ? refuse(context, sent, 503, { message: "form.busy", retryAfter })
      : refuse(context, sent, 500, { message: failureMessage });
  }
}
