import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { currentUser, database, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { logFailure } from "#app/http/middleware/log-failure.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { castAs } from "../perfume/cast-vote.ts";
import { forgetVote, type KeptVote, readKeptVote } from "../perfume/kept-vote.ts";
import { usernamePath } from "./sign-in-links.ts";

/** Leads on somebody who has just signed in or chosen a username, and casts the vote that waited for it (RULES.md 5.9). */
export async function arrive(
  request: Request,
  context: RequestContext,
  wanted: string,
  said: MessageKey,
  { cookies = [], status = 303 }: { cookies?: string[]; status?: 302 | 303 } = {},
): Promise<Response> {
  const { path, vote } = await readKeptVote(request, context, wanted);
  if (vote === null) return redirectWithMessage(context, path, said, { cookies, status });
  if (context.get(currentUser)?.username === null)
    return redirectWithMessage(context, usernamePath(context, wanted), "perfume.errorMustName", {
      kind: "alert",
      cookies,
      status,
    });
  const { message, values } = await castKept(context, vote);
  return redirectWithMessage(context, path, message, {
    kind: message === "perfume.voted" ? "status" : "alert",
    values,
    cookies: [...cookies, await forgetVote(context)],
    status,
  });
}

/** The person is signed in, whatever becomes of the vote. */
async function castKept(
  context: RequestContext,
  { perfumeId, ...vote }: KeptVote,
): Promise<{ message: MessageKey; values?: Record<string, string> }> {
  try {
    const user = context.get(currentUser);
    if (!user) return { message: "perfume.errorAuth" };
    const now = await currentPerfumeId(context.get(database), perfumeId);
    const refused = await castAs(context, user, { ...vote, perfumeId: now ?? perfumeId });
    return refused ?? { message: "perfume.voted" };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logFailure(context, error);
    return { message: "perfume.errorVote" };
  }
}
