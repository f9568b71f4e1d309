import type { RouterContextProvider } from "react-router";
import { PasswordsBusy } from "../accounts/passwords.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import type { SentForm } from "./sent-form.ts";
import type { ActionLimit } from "../middleware/rate-limits.ts";
import { refuse, refuseInvalid, refuseTooMany } from "./refusal.ts";

/** seconds */
const retryAfter = 5;

/**
 * Carries out what a form asks for, so that nothing typed is lost when it fails: 429 beyond the limit, before what was typed
 * is looked at, 422 for a form that is not valid, 503 with Retry-After while the database is locked or its file is gone, or
 * too many passwords wait, 500 with `failureMessage` for any other error.
 * @param options the message, and the limit of the action if it has one
 * @param action gets the form's values, and counts itself towards the limit
 */
export async function attempt<Value, Answer>(
  context: Readonly<RouterContextProvider>,
  sent: SentForm<Value>,
  options: MessageKey | { failureMessage: MessageKey; limit: ActionLimit },
  action: (value: Value) => Promise<Answer>,
) {
  const { failureMessage, limit } =
    typeof options === "string" ? { failureMessage: options, limit: null } : options;
  try {
    const wait = limit && (await limit.peek());
    if (wait !== null) return refuseTooMany(context, sent, wait);
    if (sent.value === null) return refuseInvalid(sent);
    return await action(sent.value);
  } catch (error) {
    // Redirects and the router's own answers are thrown, too.
    if (!(error instanceof Error)) throw error;
    // Where the database is what fails, the count stays.
    await limit?.forgive().catch(() => undefined);
    if (isBusy(error)) return refuse(context, sent, 503, { message: "form.busy", retryAfter });
    console.error(error);
    return refuse(context, sent, 500, { message: failureMessage });
  }
}

function isBusy(error: Error & { code?: unknown }): boolean {
  if (error instanceof PasswordsBusy) return true;
  return (
    typeof error.code === "string" && /^SQLITE_(BUSY|LOCKED|READONLY_DBMOVED)/u.test(error.code)
  );
}
