import type { RefusalCode, Refused } from "#app/domain/refused-act.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { type Reason, tooMany } from "./refusal.ts";

interface Told {
  status: number;
  message: MessageKey;
  field?: string;
}

/** Status and words of what `domain/refused-act.ts` can refuse, unless the act has its own (RULES.md 12.7); `refusal.ts` makes the answer. */
const refusals: Record<Exclude<RefusalCode, "too-often">, Told> = {
  "no-such-person": { status: 401, message: "perfume.errorAuth" },
  unconfirmed: { status: 403, message: "perfume.errorUnconfirmed" },
  "no-such-dupe": { status: 404, message: "verdicts.errorMissing" },
  "no-such-perfume": { status: 404, message: "shelf.missing" },
  "no-such-vote": { status: 422, message: "perfume.errorVoteInvalid" },
  "already-voted": { status: 409, message: "perfume.errorAlreadyVoted" },
  "no-answer": { status: 422, message: "verdicts.errorNone", field: "opening" },
  "no-such-verdict": { status: 404, message: "verdicts.errorNothing" },
  "no-such-test": { status: 404, message: "blind.unknown" },
  "over-test": { status: 410, message: "blind.unknown" },
  "answered-test": { status: 409, message: "blind.errorAnswered" },
  "no-such-review": { status: 404, message: "reports.errorMissing" },
  "removed-review": { status: 409, message: "reports.removed" },
  "not-yours": { status: 403, message: "reviews.errorNotYours" },
  "own-review": { status: 403, message: "reports.errorOwn" },
  "has-dupes": { status: 409, message: "perfume.hasDupes" },
  "too-many-alerts": { status: 409, message: "perfume.tooManyAlerts" },
  "no-such-list": { status: 422, message: "shelf.noList" },
  "full-shelf": { status: 409, message: "shelf.tooMany" },
  "full-cookie": { status: 409, message: "shelf.full" },
  "removed-perfume": { status: 410, message: "prices.errorRemoved" },
  "no-such-shop": { status: 422, message: "prices.errorNoShop", field: "shop" },
  "blocked-shop": { status: 422, message: "prices.errorBlocked", field: "shop" },
  "no-such-price": { status: 404, message: "prices.errorGone" },
  "known-perfume": { status: 409, message: "home.known" },
  "known-dupe": { status: 409, message: "perfume.known" },
  unchanged: { status: 422, message: "facts.unchanged" },
  "known-source": { status: 409, message: "sources.known", field: "url" },
  "too-many-sources": { status: 422, message: "sources.tooMany" },
  "not-allowed": { status: 404, message: "desk.unknown" },
  stale: { status: 409, message: "desk.changed" },
  "taken-name": { status: 409, message: "catalogue.taken", field: "nombre" },
  "taken-alias": { status: 409, message: "catalogue.aliasTaken", field: "nombre" },
  "taken-other-name": { status: 409, message: "catalogue.aliasTaken", field: "alias" },
  "no-such-alias": { status: 404, message: "catalogue.noSuchAlias" },
  "dupe-there": { status: 409, message: "catalogue.dupeThere", field: "nombre" },
  "dupe-of-itself": { status: 422, message: "catalogue.dupeOfItself" },
  "no-such-source": { status: 404, message: "catalogue.noSuchSource" },
  "source-there": { status: 409, message: "catalogue.sourceThere", field: "url" },
  "no-room-for-sources": { status: 409, message: "catalogue.tooManySources" },
  "no-such-bottle": { status: 422, message: "catalogue.noSuchBottle", field: "into" },
  "dupe-of-the-other": { status: 422, message: "catalogue.mergeDupe", field: "into" },
  "same-bottle": { status: 422, message: "catalogue.sameBottle", field: "into" },
  "taken-email": { status: 409, message: "auth.emailTaken", field: "email" },
  "taken-username": { status: 409, message: "auth.usernameTaken", field: "nombre_usuario" },
  "reserved-username": { status: 422, message: "auth.usernameReserved", field: "nombre_usuario" },
  "wrong-username": { status: 422, message: "auth.usernameFormat", field: "nombre_usuario" },
  "wrong-password": { status: 401, message: "profile.wrongPassword", field: "password" },
  "old-sign-in": { status: 401, message: "profile.signInFresh" },
  "not-understood": { status: 422, message: "auth.failed" },
  "no-such-item": { status: 404, message: "desk.gone" },
  "not-possible": { status: 422, message: "desk.notPossible" },
  "wrong-kind": { status: 422, message: "sources.errorKind" },
  "no-reason": { status: 422, message: "people.noReason" },
  yourself: { status: 409, message: "people.yourself" },
  "last-owner": { status: 409, message: "people.lastOwner" },
  "owners-suspension": { status: 403, message: "people.ownersSuspension" },
  "no-such-message": { status: 404, message: "desk.noMessage" },
  "needs-decision": { status: 422, message: "desk.needsDecision", field: "reason" },
  "none-ticked": { status: 422, message: "desk.noneTicked" },
  "nothing-to-retry": { status: 409, message: "desk.nothingToRetry" },
  "no-such-entry": { status: 404, message: "desk.noEntry" },
  "cannot-be-undone": { status: 422, message: "desk.cannotUndo" },
  "undone-already": { status: 409, message: "desk.undoTooLate" },
  "changed-since": { status: 409, message: "desk.undoTooLate" },
};

/** An act's own words, or its own answer. */
export type Words = Partial<Record<RefusalCode, MessageKey | Told>>;

export function reasonOf(
  { code, details }: Refused,
  words: Words = {},
): Reason & { status: number } {
  if (code === "too-often") return { status: 429, ...tooMany(details.retryAfter!) };
  const own = words[code];
  const { status, message, field } =
    typeof own === "object" ? own : { ...refusals[code], ...(own && { message: own }) };
  return { status, message, ...(field && { fields: { [field]: message } }) };
}
