import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { answerBlindTest, startBlindTest, type Strip } from "#app/domain/reviews/blind-tests.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { admitPerson } from "#app/http/forms/gate.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { dropPagesOf } from "../drop-pages.ts";
import type { Place } from "../place.ts";

const startForm = defineForm("blind-start", z.object({ dupe_id: hiddenField() }));

const answerForm = defineForm(
  "blind-answer",
  z.object({
    code: hiddenField(),
    odd: z.literal(["1", "2", "3"], "blind.errorOdd").transform((strip) => Number(strip) as Strip),
    liked: z
      .literal(["", "dupe", "original"], "verdicts.errorValue")
      .default("")
      .transform((bottle) => bottle || null),
  }),
  { labels: { odd: "pages:blind.odd", liked: "pages:blind.liked" } },
);

/** Draws what a friend puts on three strips of paper (RULES.md 5.11). */
async function start(context: RequestContext, form: FormData, { perfumeId, path }: Place) {
  const sent = startForm.parse(form, context.get(language));
  const gate = {
    failure: "blind.errorSave",
    limit: "blind-start",
    signIn: { message: "blind.errorMustLogin", back: `${path}#blind` },
  } as const;
  return admitPerson(context, sent, gate, async ({ dupe_id }, { userId }) => {
    const dupeId = parseId(dupe_id);
    if (dupeId === null) throw new Refused("no-such-dupe");
    const test = { dupeId, perfumeId };
    const code = await startBlindTest(context.get(database), userId, test, new Date());
    return redirectWithMessage(context, `${path}?blind=${code}#blind`, "blind.started");
  });
}

async function answer(context: RequestContext, form: FormData, { perfumeId, path }: Place) {
  const sent = answerForm.parse(form, context.get(language));
  const gate = {
    failure: "blind.errorSave",
    limit: "blind-answer",
    words: { "no-such-dupe": "blind.unknown" },
    signIn: { message: "auth.signInAgain", back: `${path}#blind` },
  } as const;
  return admitPerson(context, sent, gate, async ({ code, odd, liked }, { userId }) => {
    const said = { perfumeId, code: code.trim().toLowerCase(), odd, liked };
    const { dupeId, outcome } = await answerBlindTest(
      context.get(database),
      userId,
      said,
      new Date(),
      ballotOf(context),
    );
    await dropPagesOf(context, dupeId);
    return redirectWithMessage(context, `${path}#blind`, thanks[outcome]);
  });
}

const thanks = {
  counted: "blind.counted",
  waiting: "blind.waiting",
  again: "blind.again",
} as const;

export const blindIntents = { "blind-start": start, "blind-answer": answer };
