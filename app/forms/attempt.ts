import type { RouterContextProvider } from "react-router";
import { PasswordsBusy } from "../accounts/passwords.ts";
import type { MessageKey } from "../i18n/messages.server.ts";
import { refuse } from "./refusal.ts";

/** seconds */
const retryAfter = 5;

/**
 * Carries out an action so that nothing typed is lost when it fails: 503 with Retry-After while the database is locked or
 * too many passwords wait, 500 with the action's own message for whatever nobody foresaw.
 */
export async function attempt<Answer>(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  otherwise: MessageKey,
  action: () => Promise<Answer>,
) {
  try {
    return await action();
  } catch (error) {
    // Redirects and the router's own answers are thrown, too.
    if (!(error instanceof Error)) throw error;
    if (isBusy(error)) return refuse(context, form, 503, { message: "form.busy", retryAfter });
    console.error(error);
    return refuse(context, form, 500, { message: otherwise });
  }
}

function isBusy(error: Error & { code?: unknown }): boolean {
  if (error instanceof PasswordsBusy) return true;
  return typeof error.code === "string" && /^SQLITE_(BUSY|LOCKED)/u.test(error.code);
}
