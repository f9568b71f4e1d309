import type { RouterContextProvider } from "react-router";
import { PasswordsBusy } from "../accounts/passwords.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import type { SentForm } from "./sent-form.ts";
import { refuse, refuseInvalid } from "./refusal.ts";

/** seconds */
const retryAfter = 5;

/**
 * Carries out what a form asks for, so that nothing typed is lost when it fails: 422 for a form that is not valid, 503 with
 * Retry-After while the database is locked or its file is gone, or too many passwords wait, 500 with `failureMessage` for any other error.
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
