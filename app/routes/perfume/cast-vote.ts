import { redirectDocument, replace, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { parseId } from "#app/domain/catalog/ids.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { refuse, refuseTooMany } from "#app/http/forms/refusal.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { networkHash } from "#app/http/middleware/client-hash.ts";
import {
  config,
  currentUser,
  database,
  language,
  sessionLost,
} from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { limitOf } from "#app/http/middleware/rate-limits.ts";
import { withQuery } from "./page-address.ts";
import { dropPagesOf } from "./drop-pages.ts";
import type { Place } from "./place.ts";
import { signInLink, usernamePath } from "./sign-in-link.ts";

const voteForm = defineForm("vote", z.object({ dupe_id: hiddenField(), voto: hiddenField() }), {
  labels: {},
});

/** Casts a user's one vote on a dupe (RULES.md 5.1). */
export async function vote(context: Readonly<RouterContextProvider>, form: FormData, place: Place) {
  const sent = voteForm.parse(form, context.get(language));
  return attempt(context, sent, "perfume.errorVote", async ({ dupe_id, voto: value }) => {
    const refuseWith = (status: number, message: MessageKey, more = {}) =>
      refuse(context, sent, status, { message, ...more });
    const card = withQuery(place, place.open, `#dupe-${dupe_id}`);
    const user = context.get(currentUser);
    if (!user) {
      const lost = context.get(sessionLost);
      return refuseWith(401, lost ? "perfume.errorAuth" : "perfume.errorMustLogin", {
        link: signInLink(context, card),
      });
    }
    if (!user.confirmed) return refuseWith(403, "perfume.errorUnconfirmed");
    if (user.username === null)
      return redirectWithMessage(context, usernamePath(context, card), "perfume.errorMustName", {
        kind: "alert",
        by: redirectDocument,
      });
    const voto = value === "1" ? 1 : value === "-1" ? -1 : null;
    if (voto === null) return refuseWith(422, "perfume.errorVoteInvalid");
    const dupeId = parseId(dupe_id);
    if (dupeId === null) return refuseWith(404, "perfume.errorVote");
    const limit = limitOf(context, "vote");
    const wait = await limit.take();
    if (wait !== null) return refuseTooMany(context, sent, wait);

    const cast = { dupeId, perfumeId: place.perfumeId, voto } as const;
    const db = context.get(database);
    const outcome = await castVote(db, user.userId, cast, new Date(), ballotOf(context));
    if (outcome !== "cast") await limit.forgive();
    switch (outcome) {
      case "already-voted":
        return refuseWith(409, "perfume.errorAlreadyVoted");
      case "no-such-person":
        return refuseWith(401, "perfume.errorAuth", { link: signInLink(context, card) });
      case "no-such-dupe":
        return refuseWith(404, "perfume.errorVote");
      case "cast":
        await dropPagesOf(context, dupeId);
        return redirectWithMessage(context, card, "perfume.voted", { by: replace });
    }
  });
}

function ballotOf(context: Readonly<RouterContextProvider>) {
  const { sessionSecrets: secrets, smtpUrl } = context.get(config);
  return { secrets, network: networkHash(context, "vote"), waits: smtpUrl !== null };
}
