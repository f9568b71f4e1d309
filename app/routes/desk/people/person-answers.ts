import type { RouterContextProvider } from "react-router";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { type DeskAnswer, goOn } from "../answers.ts";

/** The page that a form was posted to, and its person. */
export interface PersonPage {
  request: Request;
  context: Readonly<RouterContextProvider>;
  userId: string;
}

export const personPath = (userId: string) => `/desk/people/${encodeURIComponent(userId)}`;

const refusals = {
  "no-such-person": [404, "people.missing"],
  "owners-suspension": [403, "people.ownersSuspension"],
  "last-owner": [409, "people.lastOwner"],
  yourself: [409, "people.yourself"],
  "no-reason": [422, "people.noReason"],
  unchanged: [409, "people.unchanged"],
} as const satisfies Record<string, [number, MessageKey]>;

/** The response to a decision about a person. @param done the success message */
export function answer(
  page: PersonPage,
  sent: SentForm,
  { outcome, entry }: { outcome: "done" | "not-allowed" | keyof typeof refusals; entry?: number },
  done: MessageKey,
  values?: Record<string, string>,
): Promise<DeskAnswer> | DeskAnswer {
  if (outcome === "done")
    return goOn(page.context, personPath(page.userId), done, {
      ...(values && { values }),
      ...(entry !== undefined && { entries: [entry] }),
    });
  if (outcome === "not-allowed") return notAllowed(page, sent);
  const [status, message] = refusals[outcome];
  return refuse(page.context, sent, status, { message });
}

export const notAllowed = ({ context }: PersonPage, sent: SentForm) =>
  refuse(context, sent, 403, { message: "people.notAllowed" });
