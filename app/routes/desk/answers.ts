import type { data, RouterContextProvider } from "react-router";
import type { refuse } from "#app/http/forms/refusal.ts";
import { language, services } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Confirmation } from "./confirmation.tsx";
import type { Operator } from "./guard.ts";

/** A redirect after success; otherwise the same page with an error or a question. */
export type DeskAnswer =
  | Response
  | ReturnType<typeof refuse>
  | ReturnType<typeof data<Confirmation>>;

/** Carries out one intent of a page. The domain checks the role again, in the decision's transaction. */
export type Intent<Answer = DeskAnswer> = (form: FormData, by: Operator) => Promise<Answer>;

/**
 * Redirects with a message about what was done (RULES.md 10.10).
 * @param to path without language @param options.next the item that gets the focus there (`?next=`)
 * @param options.entries log entries that a button beside the message undoes
 */
export function goOn(
  context: Readonly<RouterContextProvider>,
  to: string,
  key: MessageKey,
  {
    values,
    next = null,
    entries,
  }: {
    values?: Record<string, string>;
    next?: string | null;
    entries?: number[] | undefined;
  } = {},
): Promise<Response> {
  // What was decided shows at once in this process, within seconds in others (RULES.md 1.10).
  context.get(services).pages.clear();
  const path = inLanguage(context.get(language), to);
  const query =
    next === null ? "" : `${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
  return redirectWithMessage(context, path + query, key, {
    ...(values && { values }),
    ...(entries && { entries }),
  });
}
