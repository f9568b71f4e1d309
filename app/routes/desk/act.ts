import type { data, RouterContextProvider } from "react-router";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { language } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import type { Confirmation } from "./confirmation.tsx";
import { type Operator, operator } from "./guard.ts";

/** A redirect after success; otherwise the same page with an error or a question. */
export type DeskAnswer =
  | Response
  | ReturnType<typeof refuse>
  | ReturnType<typeof data<Confirmation>>;

/** Carries out one intent of a page. The domain checks the role again, in the decision's transaction. */
export type Intent<Answer = DeskAnswer> = (form: FormData, by: Operator) => Promise<Answer>;

/** A page's action: calls the handler that the form's `intent` names; 422 for an unknown one. */
export async function act<Answer = DeskAnswer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  intents: Record<string, Intent<Answer>>,
): Promise<Answer | DeskAnswer> {
  const by = operator(context);
  const form = await readForm(request);
  const name = String(form.get("intent"));
  if (!Object.hasOwn(intents, name))
    return refuse(context, unknownForm(), 422, { message: "desk.unknown" });
  return intents[name]!(form, by);
}

/**
 * Redirects with a message about what was done (RULES.md 10.10).
 * @param to path without language @param next the item that gets the focus there (`?next=`)
 */
export function goOn(
  context: Readonly<RouterContextProvider>,
  to: string,
  key: MessageKey,
  { values, next = null }: { values?: Record<string, string>; next?: string | null } = {},
): Promise<Response> {
  const path = inLanguage(context.get(language), to);
  const query =
    next === null ? "" : `${path.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
  return redirectWithMessage(context, path + query, key, { ...(values && { values }) });
}
