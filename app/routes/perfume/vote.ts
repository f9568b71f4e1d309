import type { RouterContextProvider } from "react-router";
import { parseId } from "../../catalog/ids.ts";
import { castVote } from "../../community/votes.ts";
import { refuse, refuseTooMany, textOf } from "../../forms/refusal.ts";
import type { MessageKey } from "../../i18n/messages.server.ts";
import { currentUser, database, services, sessionLost } from "../../middleware/context.ts";
import { redirectWithMessage } from "../../middleware/flash.ts";
import { limitUser } from "../../middleware/rate-limits.ts";
import { type Place, signInLink } from "./place.ts";

/** Casts a person's one vote on a dupe (spec.md §4, §8). */
export async function vote(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { perfumeId, path }: Place,
) {
  const no = (status: number, message: MessageKey, more = {}) =>
    refuse(context, form, status, { message, ...more });
  const card = `${path}#dupe-${textOf(form, "dupe_id")}`;
  const user = context.get(currentUser);
  if (!user) {
    const lost = context.get(sessionLost);
    return no(401, lost ? "perfume.errorAuth" : "perfume.errorMustLogin", {
      link: signInLink(context, card),
    });
  }
  if (!user.confirmed) return no(403, "perfume.errorUnconfirmed");
  const voto = Number(textOf(form, "voto"));
  if (voto !== 1 && voto !== -1) return no(422, "perfume.errorVoteInvalid");
  const dupeId = parseId(form.get("dupe_id"));
  if (dupeId === null) return no(404, "perfume.errorVote");
  const wait = await limitUser(context, user.userId);
  if (wait !== null) return refuseTooMany(context, form, wait);

  const ballot = { dupeId, perfumeId, voto } as const;
  const outcome = await castVote(context.get(database), user.userId, ballot, new Date());
  switch (outcome) {
    case "already-voted":
      return no(409, "perfume.errorAlreadyVoted");
    case "no-such-person":
      return no(401, "perfume.errorAuth", { link: signInLink(context, card) });
    case "no-such-dupe":
      return no(404, "perfume.errorVote");
    case "cast":
      context.get(services).pages.drop(path);
      return redirectWithMessage(context, card, "perfume.voted", { inPlace: true });
  }
}
