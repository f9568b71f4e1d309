import { z } from "zod";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import {
  type Answers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { giveVerdict } from "#app/domain/reviews/verdicts.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { type Reason, refuse, tooMany } from "#app/http/forms/refusal.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import {
  currentUser,
  database,
  language,
  openVerdict,
  type RequestContext,
  sessionLost,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { signInLinks } from "#app/http/forms/sign-in-links.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { keepVote, type TypedVerdict } from "../kept-vote.ts";
import { withQuery } from "../page-address.ts";
import type { Place } from "../place.ts";

/** null when nothing was chosen */
const answer = <Value extends string>(values: readonly Value[]) =>
  z
    .literal(["", ...values], "verdicts.errorValue")
    .default("")
    .transform((value) => (value === "" ? null : (value as Value)));

export const verdictForm = defineForm(
  "verdict",
  z.object({
    dupe_id: hiddenField(),
    opening: answer(verdictQuestions.opening),
    drydown: answer(verdictQuestions.drydown),
    lasting: answer(verdictQuestions.lasting),
    projection: answer(verdictQuestions.projection),
    again: answer(verdictQuestions.again),
    worn_both: z.string("verdicts.errorWorn").min(1, "verdicts.errorWorn"),
  }),
  {
    labels: {
      opening: "pages:verdict.opening",
      drydown: "pages:verdict.drydown",
      lasting: "pages:verdict.lasting",
      projection: "pages:verdict.projection",
      again: "pages:verdict.again",
      worn_both: "pages:verdict.worn",
    },
  },
);

/** Gives or changes a person's verdict on a dupe (RULES.md 5.10), or keeps the answers until they have signed in (5.9). */
export async function sendVerdict(context: RequestContext, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  context.set(openVerdict, dupeId);
  const sent = verdictForm.parse(form, context.get(language));
  const user = context.get(currentUser);
  const signInFirst = async () => {
    const said = typedIn(form);
    const isAnswered = hasAnswer(said);
    const kept = dupeId && isAnswered && (await keepVote(context, place, { dupeId, said }));
    const open = dupeId ? `verdict=${dupeId}` : "";
    const { back, cookies } = kept || { back: withQuery(place, open), cookies: [] };
    const mustLogin = isAnswered ? "verdicts.errorMustLogin" : "verdicts.errorNothingYet";
    return refuse(context, sent, 401, {
      message: context.get(sessionLost) ? "perfume.errorAuth" : mustLogin,
      links: signInLinks(context, back),
      cookies,
    });
  };
  if (!user) return signInFirst();
  if (!user.confirmed) return refuse(context, sent, 403, { message: "perfume.errorUnconfirmed" });
  return attempt(context, sent, "verdicts.errorSave", async (value) => {
    const { perfumeId } = place;
    const outcome = await giveAs(context, user, { dupeId, perfumeId, answers: answersIn(value) });
    if ("said" in outcome)
      return redirectWithMessage(context, withQuery(place, "", `#dupe-${dupeId}`), outcome.said);
    const { status, ...reason } = outcome;
    return status === 401 ? signInFirst() : refuse(context, sent, status, reason);
  });
}

interface Wanted {
  /** null when it cannot be one */
  dupeId: number | null;
  perfumeId: number;
  answers: Answers;
}

/** @returns what to tell the person, or why the verdict was not given */
export async function giveAs(
  context: RequestContext,
  user: CurrentUser,
  { dupeId, perfumeId, answers }: Wanted,
): Promise<{ said: Reason["message"] } | (Reason & { status: number })> {
  if (!user.confirmed) return { status: 403, message: "perfume.errorUnconfirmed" };
  if (!hasAnswer(answers)) return { status: 422, message: noAnswer, fields: { opening: noAnswer } };
  if (dupeId === null) return refusals["no-such-dupe"];
  const limit = limitOf(context, "verdict");
  const wait = await limit.take();
  if (wait !== null) return { status: 429, ...tooMany(wait) };
  const verdict = { dupeId, perfumeId, answers };
  const db = context.get(database);
  const outcome = await giveVerdict(db, user.userId, verdict, new Date(), ballotOf(context));
  if (outcome in thanks) {
    await dropPagesOf(context, dupeId);
    return { said: thanks[outcome as keyof typeof thanks] };
  }
  await limit.forgive();
  return refusals[outcome as keyof typeof refusals];
}

const hasAnswer = (answers: Answers) => questions.some((question) => answers[question] !== null);

const noAnswer = "verdicts.errorNone";

const thanks = {
  given: "verdicts.given",
  waiting: "verdicts.givenWaits",
  changed: "verdicts.changed",
} as const;

const refusals = {
  "no-such-person": { status: 401, message: "perfume.errorAuth" },
  "no-such-dupe": { status: 404, message: "verdicts.errorMissing" },
} as const;

const answersIn = ({ opening, drydown, lasting, projection, again }: Answers): Answers => ({
  opening,
  drydown,
  lasting,
  projection,
  again,
});

/** Whatever of it can be kept. */
function typedIn(form: FormData): TypedVerdict {
  const answers = questions.map((question) => {
    const value = textOf(form, question);
    return [question, verdictQuestions[question].find((one) => one === value) ?? null];
  });
  return { ...(Object.fromEntries(answers) as Answers), worn: textOf(form, "worn_both") !== "" };
}
