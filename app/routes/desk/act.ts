import type { RouterContextProvider } from "react-router";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import type { DeskAnswer, Intent } from "./answers.ts";
import { operator } from "./guard.ts";
import { undoIntent } from "./undo-intent.ts";

/** A page's action: calls the handler that the form's `intent` names; 422 for an unknown one. Every page can undo. */
export async function act<Answer = DeskAnswer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  intents: Record<string, Intent<Answer>>,
): Promise<Answer | DeskAnswer> {
  const by = operator(context);
  const form = await readForm(request);
  const name = String(form.get("intent"));
  if (name === "undo") return undoIntent(request, context)(form, by);
  if (!Object.hasOwn(intents, name))
    return refuse(context, unknownForm(), 422, { message: "desk.unknown" });
  return intents[name]!(form, by);
}
