import { redirectDocument, replace } from "react-router";
import { z } from "zod";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { type Reason, refuse, tooMany } from "#app/http/forms/refusal.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import {
  currentUser,
  database,
  language,
  type RequestContext,
  sessionLost,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { withQuery } from "./page-address.ts";
import { dropPagesOf } from "./drop-pages.ts";
import { keepVote } from "./kept-vote.ts";
import type { Place } from "./place.ts";
import { signInLinks, usernamePath } from "../auth/sign-in-links.ts";

const voteForm = defineForm("vote", z.object({ dupe_id: hiddenField(), voto: hiddenField() }), {
  labels: {},
});

/** Casts a user's one vote on a dupe (RULES.md 5.1), or keeps it until somebody has signed in (5.9). */
export async function vote(context: RequestContext, form: FormData, place: Place) {
  const sent = voteForm.parse(form, context.get(language));
  return attempt(context, sent, "perfume.errorVote", async ({ dupe_id, voto: value }) => {
    const card = withQuery(place, place.open, `#dupe-${dupe_id}`);
    const user = context.get(currentUser);
    const dupeId = parseId(dupe_id);
    const voto = value === "1" ? 1 : value === "-1" ? -1 : null;
    const isNameless = user?.confirmed === true && user.username === null;
    const { back, cookies } =
      (!user || isNameless) && dupeId !== null && voto !== null
        ? await keepVote(context, place, { dupeId, said: voto })
        : { back: card, cookies: [] };
    if (!user)
      return refuse(context, sent, 401, {
        message: context.get(sessionLost) ? "perfume.errorAuth" : "perfume.errorMustLogin",
        links: signInLinks(context, back),
        cookies,
      });
    if (isNameless)
      return redirectWithMessage(context, usernamePath(context, back), "perfume.errorMustName", {
        kind: "alert",
        by: redirectDocument,
        cookies,
      });
    const { perfumeId } = place;
    const outcome = await castAs(context, user, { dupeId, perfumeId, voto });
    if ("said" in outcome) {
      // With a fragment the router would scroll the card to the top.
      const to = place.stays ? withQuery(place, place.open) : card;
      return redirectWithMessage(context, to, outcome.said, { by: replace });
    }
    const { status, ...reason } = outcome;
    const links = status === 401 ? signInLinks(context, card) : [];
    return refuse(context, sent, status, { ...reason, links });
  });
}

interface Wanted {
  /** null when it cannot be one */
  dupeId: number | null;
  perfumeId: number;
  voto: 1 | -1 | null;
}

/** @returns what to tell the person, or why the vote was not cast */
export async function castAs(
  context: RequestContext,
  user: CurrentUser,
  { dupeId, perfumeId, voto }: Wanted,
): Promise<{ said: Reason["message"] } | (Reason & { status: number })> {
  if (!user.confirmed) return { status: 403, message: "perfume.errorUnconfirmed" };
  if (voto === null) return { status: 422, message: "perfume.errorVoteInvalid" };
  if (dupeId === null) return { status: 404, message: "perfume.errorVote" };
  const limit = limitOf(context, "vote");
  const wait = await limit.take();
  if (wait !== null) return { status: 429, ...tooMany(wait) };
  const cast = { dupeId, perfumeId, voto };
  const db = context.get(database);
  const outcome = await castVote(db, user.userId, cast, new Date(), ballotOf(context));
  if (outcome === "cast" || outcome === "waiting") {
    await dropPagesOf(context, dupeId);
    return { said: outcome === "cast" ? "perfume.voted" : "perfume.votedWaits" };
  }
  await limit.forgive();
  return refusals[outcome];
}

const refusals = {
  "already-voted": { status: 409, message: "perfume.errorAlreadyVoted" },
  "no-such-person": { status: 401, message: "perfume.errorAuth" },
  "no-such-dupe": { status: 404, message: "perfume.errorVote" },
} as const;
