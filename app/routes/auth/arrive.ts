import { redirect, redirectDocument } from "react-router";
import { isPairPath } from "#app/domain/catalog/slugs.ts";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { reasonOf } from "#app/http/forms/refusals.ts";
import { currentUser, database, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { castAs, voteWords } from "../perfume/cast-vote.ts";
import { forgetVote, type KeptVote, readKeptVote } from "../perfume/kept-vote.ts";
import { giveAs } from "../perfume/verdicts/send-verdict.ts";
import { usernamePath } from "#app/http/forms/sign-in-links.ts";

/** Leads on somebody who has just signed in or chosen a username, and says the vote or verdict that waited for it (RULES.md 5.9). */
export async function arrive(
  request: Request,
  context: RequestContext,
  wanted: string,
  said: MessageKey,
  { cookies = [], status = 303 }: { cookies?: string[]; status?: 302 | 303 } = {},
): Promise<Response> {
  const { path, vote } = await readKeptVote(request, context, wanted);
  // The client router would load a page without scripts anew, and lose its fragment.
  const by = isPairPath(path) ? redirectDocument : redirect;
  if (vote === null) return redirectWithMessage(context, path, said, { cookies, status, by });
  const isVote = typeof vote.said === "number";
  if (isVote && context.get(currentUser)?.username === null)
    return redirectWithMessage(context, usernamePath(context, wanted), "perfume.errorMustName", {
      kind: "alert",
      cookies,
      status,
    });
  const { isDone, message, values } = await sayKept(context, vote);
  // The form opens with the answers of a verdict that was not given.
  const isOver = isDone || isVote;
  return redirectWithMessage(context, isOver ? path : wanted, message, {
    kind: isDone ? "status" : "alert",
    values,
    cookies: isOver ? [...cookies, await forgetVote(context)] : cookies,
    status,
    by,
  });
}

interface Outcome {
  isDone: boolean;
  message: MessageKey;
  values?: Record<string, string>;
}

async function sayKept(context: RequestContext, kept: KeptVote): Promise<Outcome> {
  const { dupeId, perfumeId: before, said } = kept;
  const isVote = typeof said === "number";
  try {
    const user = context.get(currentUser);
    if (!user) throw new Refused("no-such-person");
    // No gate was passed: accounts from before the site had SMTP sign in unconfirmed.
    if (!user.confirmed) throw new Refused("unconfirmed");
    const perfumeId = (await currentPerfumeId(context.get(database), before)) ?? before;
    const about = { dupeId, perfumeId };
    if (isVote)
      return { isDone: true, message: await castAs(context, user, { ...about, voto: said }) };
    const { worn, ...answers } = said;
    if (!worn) return { isDone: false, message: "verdicts.errorWorn" };
    return { isDone: true, message: await giveAs(context, user, { ...about, answers }) };
  } catch (error) {
    if (error instanceof Refused)
      return { isDone: false, ...reasonOf(error, isVote ? voteWords : {}) };
    if (!(error instanceof Error)) throw error;
    logFailure(context, error);
    return { isDone: false, message: isVote ? "perfume.errorVote" : "verdicts.errorSave" };
  }
}
