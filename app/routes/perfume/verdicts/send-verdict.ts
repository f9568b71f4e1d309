import { z } from "zod";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import {
  type Answers,
  questions,
  verdictQuestions,
} from "#app/domain/reviews/verdict-questions.ts";
import { deleteVerdict, giveVerdict } from "#app/domain/reviews/verdicts.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { admitPerson, refuseSignedOut, underLimit } from "#app/http/forms/gate.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { dropPagesOf } from "../drop-pages.ts";
import { keepVote, type TypedVerdict } from "../kept-vote.ts";
import type { Place } from "../place.ts";

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
  const sent = verdictForm.parse(form, context.get(language));
  const signIn = async () => {
    const said = typedIn(form);
    const isAnswered = hasAnswer(said);
    const kept = dupeId && isAnswered && (await keepVote(context, place, { dupeId, said }));
    return refuseSignedOut(context, sent, {
      message: isAnswered ? "verdicts.errorMustLogin" : "verdicts.errorNothingYet",
      lost: "perfume.errorAuth",
      ...(kept || { back: `${place.path}#verdict` }),
    });
  };
  const gate = { failure: "verdicts.errorSave", signIn } as const;
  return admitPerson(context, sent, gate, async (value, user) => {
    const verdict = { dupeId, perfumeId: place.perfumeId, answers: answersIn(value) };
    const said = await giveAs(context, user, verdict);
    return redirectWithMessage(context, `${place.path}#verdict`, said);
  });
}

interface Wanted {
  dupeId: number | null;
  perfumeId: number;
  answers: Answers;
}

/** @returns what to tell the person @throws Refused */
export async function giveAs(
  context: RequestContext,
  user: CurrentUser,
  { dupeId, perfumeId, answers }: Wanted,
): Promise<MessageKey> {
  if (!hasAnswer(answers)) throw new Refused("no-answer");
  if (dupeId === null) throw new Refused("no-such-dupe");
  const verdict = { dupeId, perfumeId, answers };
  const outcome = await underLimit(context, "verdict", () =>
    giveVerdict(context.get(database), user.userId, verdict, new Date(), ballotOf(context)),
  );
  await dropPagesOf(context, dupeId);
  return thanks[outcome];
}

const hasAnswer = (answers: Answers) => questions.some((question) => answers[question] !== null);

const thanks = {
  given: "verdicts.given",
  waiting: "verdicts.givenWaits",
  changed: "verdicts.changed",
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

const deletion = defineForm("delete-verdict", z.object({ dupe_id: hiddenField() }));

export async function withdrawVerdict(context: RequestContext, form: FormData, place: Place) {
  const dupeId = parseId(form.get("dupe_id"));
  const sent = deletion.parse(form, context.get(language));
  const back = `${place.path}#verdict`;
  const gate = {
    failure: "verdicts.errorSave",
    limit: "delete-verdict",
    signIn: { message: "auth.signInAgain", back },
    mayBeUnconfirmed: true,
  } as const;
  return admitPerson(context, sent, gate, async (_, { userId }) => {
    if (dupeId === null) throw new Refused("no-such-dupe");
    await deleteVerdict(context.get(database), userId, { dupeId, perfumeId: place.perfumeId });
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, back, "verdicts.deleted");
  });
}

export const verdictIntents = { verdict: sendVerdict, "delete-verdict": withdrawVerdict };
