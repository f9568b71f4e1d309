import { isBroken, isLocked, isUnavailable } from "#db/errors.ts";
import { PoolUnavailable } from "#app/jobs/pool.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import type { SentForm } from "./sent-form.ts";
import type { ActionLimit } from "../middleware/rate-limits.ts";
import { refuse, refuseInvalid, refuseTooMany } from "./refusal.ts";
import { logFailure } from "../middleware/log-failure.ts";
import type { RequestContext } from "../middleware/context.ts";

const retryAfter = 5;

/** 429 beyond a limit, 422 for an invalid form, 503 while nothing can be written, 500 with `failureMessage` for any other error. */
export async function attempt<Value, Answer>(
  context: RequestContext,
  sent: SentForm<Value>,
  failureMessage: MessageKey,
  action: (value: Value) => Promise<Answer>,
  limit: ActionLimit | null = null,
) {
  try {
    const wait = limit && (await limit.peek());
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (sent.value === null) return refuseInvalid(sent);
    return await action(sent.value);
  } catch (error) {
    // Redirects and the router's own responses are also thrown.
    if (!(error instanceof Error)) throw error;
    const unavailable = isUnavailable(error) || error instanceof PoolUnavailable;
    // Locks and full queues are temporary, but an operator must hear of a full disk.
    if (!isLocked(error) && !(error instanceof PoolUnavailable)) logFailure(context, error);
    return unavailable
      ? refuse(context, sent, 503, {
          message: isBroken(error) ? "form.cannotSave" : "form.busy",
          retryAfter,
        })
      : refuse(context, sent, 500, { message: failureMessage });
  }
}
