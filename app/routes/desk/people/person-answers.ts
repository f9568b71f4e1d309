import type { RouterContextProvider } from "react-router";
import { countWhatTheyDid, findPerson } from "#app/domain/desk/find-people.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { type DeskAnswer, goOn } from "../answers.ts";
import { requireConfirmation } from "../require-confirmation.ts";

export interface PersonPage {
  request: Request;
  context: Readonly<RouterContextProvider>;
  userId: string;
}

export const personPath = (userId: string) => `/desk/people/${encodeURIComponent(userId)}`;

const questions = {
  suspend: {
    title: "askSuspend",
    losses: [
      ["lossSessions", "sessions"],
      ["lossReviews", "reviews"],
      ["lossCounting", "verdicts"],
      ["lossWaiting", "waiting"],
    ],
    submit: "suspend",
  },
  "remove-reviews": {
    title: "askReviews",
    losses: [["lossReviews", "reviews"]],
    submit: "removeReviews",
  },
  "remove-votes": {
    title: "askVotes",
    losses: [
      ["lossVotes", "votes"],
      ["lossVerdicts", "verdicts"],
    ],
    submit: "removeVotes",
  },
  "remove-prices": {
    title: "askPrices",
    losses: [["lossPrices", "prices"]],
    submit: "removePrices",
  },
} as const;

export type Questioned = keyof typeof questions;

export async function confirm(
  { request, context, userId }: PersonPage,
  form: FormData,
  intent: Questioned,
) {
  const db = context.get(database);
  const lang = context.get(language);
  const { title, losses, submit } = questions[intent];
  const person = await findPerson(db, userId);
  const counts = await countWhatTheyDid(db, userId);
  const { t } = translatorIn(lang);
  return requireConfirmation(request, context, form, {
    title: t(`desk:person.${title}`, { name: person?.username ?? t("desk:person.nameless") }),
    losses: losses.map(([key, of]) => t(`desk:person.${key}`, { count: counts[of] })),
    submit: t(`desk:person.${submit}`),
    back: personPath(userId),
  });
}

const refusals = {
  "not-allowed": [403, "people.notAllowed"],
  "no-such-person": [404, "people.missing"],
  "owners-suspension": [403, "people.ownersSuspension"],
  "last-owner": [409, "people.lastOwner"],
  yourself: [409, "people.yourself"],
  "no-reason": [422, "people.noReason"],
  unchanged: [409, "people.unchanged"],
} as const satisfies Record<string, [number, MessageKey]>;

export interface Outcome {
  outcome: "done" | keyof typeof refusals;
  entry?: number;
  count?: number;
}

export function answer(
  { context, userId }: PersonPage,
  sent: SentForm,
  { outcome, entry, count }: Outcome,
  done: MessageKey,
): Promise<DeskAnswer> | DeskAnswer {
  if (outcome === "done")
    return goOn(context, personPath(userId), done, {
      ...(count !== undefined && { values: { count: String(count) } }),
      ...(entry !== undefined && { entries: [entry] }),
    });
  const [status, message] = refusals[outcome];
  return refuse(context, sent, status, { message });
}
