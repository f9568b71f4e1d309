import { redirectDocument, replace } from "react-router";
import { z } from "zod";
import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { castVote } from "#app/domain/reviews/votes.ts";
import { defineForm } from "#app/http/forms/define-form.ts";
import { hiddenField } from "#app/http/forms/form-fields.ts";
import { admitPerson, refuseSignedOut, underLimit } from "#app/http/forms/gate.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { ballotOf } from "#app/http/middleware/client-hash.ts";
import { database, language, type RequestContext } from "#app/http/middleware/context.ts";
import { redirectWithMessage } from "#app/http/middleware/flash.ts";
import { withQuery } from "./page-address.ts";
import { dropPagesOf } from "./drop-pages.ts";
import { keepVote } from "./kept-vote.ts";
import type { Place } from "./place.ts";
import { usernamePath } from "#app/http/forms/sign-in-links.ts";

const voteForm = defineForm("vote", z.object({ dupe_id: hiddenField(), voto: hiddenField() }));

export const voteWords = { "no-such-dupe": "perfume.errorVote" } as const;

/** Casts a user's one vote on a dupe (RULES.md 5.1), or keeps it until somebody has signed in (5.9). */
export async function vote(context: RequestContext, form: FormData, place: Place) {
  const sent = voteForm.parse(form, context.get(language));
  const { dupe_id, voto: value } = sent.value!;
  const card = withQuery(place, place.open, `#dupe-${dupe_id}`);
  const dupeId = parseId(dupe_id);
  const voto = value === "1" ? 1 : value === "-1" ? -1 : null;
  const keep = async () =>
    dupeId !== null && voto !== null
      ? keepVote(context, place, { dupeId, said: voto })
      : { back: card, cookies: [] };
  const gate = {
    failure: "perfume.errorVote",
    words: voteWords,
    signIn: async () =>
      refuseSignedOut(context, sent, {
        message: "perfume.errorMustLogin",
        lost: "perfume.errorAuth",
        ...(await keep()),
      }),
    async chooseName() {
      const { back, cookies } = await keep();
      return redirectWithMessage(context, usernamePath(context, back), "perfume.errorMustName", {
        kind: "alert",
        by: redirectDocument,
        cookies,
      });
    },
  } as const;
  return admitPerson(context, sent, gate, async (_, user) => {
    const said = await castAs(context, user, { dupeId, perfumeId: place.perfumeId, voto });
    // With a fragment the router would scroll the card to the top.
    const to = place.stays ? withQuery(place, place.open) : card;
    return redirectWithMessage(context, to, said, { by: replace });
  });
}

interface Wanted {
  dupeId: number | null;
  perfumeId: number;
  voto: 1 | -1 | null;
}

/** @returns what to tell the person @throws Refused */
export async function castAs(
  context: RequestContext,
  user: CurrentUser,
  { dupeId, perfumeId, voto }: Wanted,
): Promise<MessageKey> {
  if (voto === null) throw new Refused("no-such-vote");
  if (dupeId === null) throw new Refused("no-such-dupe");
  const cast = { dupeId, perfumeId, voto };
  const outcome = await underLimit(context, "vote", () =>
    castVote(context.get(database), user.userId, cast, new Date(), ballotOf(context)),
  );
  await dropPagesOf(context, dupeId);
  return outcome === "cast" ? "perfume.voted" : "perfume.votedWaits";
}
