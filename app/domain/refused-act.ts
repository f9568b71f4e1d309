/** Why the domain refuses an act. Status and words of each are in `app/http/forms/refusals.ts`. */
export type RefusalCode =
  | "no-such-person"
  | "unconfirmed"
  | "too-often"
  | "no-such-dupe"
  | "no-such-perfume"
  | "no-such-vote"
  | "already-voted"
  | "no-answer"
  | "no-such-verdict"
  | "no-such-test"
  | "over-test"
  | "answered-test"
  | "no-such-review"
  | "removed-review"
  | "not-yours"
  | "own-review"
  | "has-dupes"
  | "too-many-alerts"
  | "no-such-list"
  | "full-shelf"
  | "full-cookie"
  | "removed-perfume"
  | "no-such-shop"
  | "blocked-shop"
  | "no-such-price"
  | "known-perfume"
  | "known-dupe"
  | "unchanged"
  | "known-source"
  | "too-many-sources"
  | "not-allowed"
  | "stale"
  | "taken-name"
  | "taken-alias"
  | "taken-other-name"
  | "no-such-alias"
  | "dupe-there"
  | "dupe-of-itself"
  | "no-such-source"
  | "source-there"
  | "no-room-for-sources"
  | "no-such-bottle"
  | "dupe-of-the-other"
  | "same-bottle"
  | "taken-email"
  | "taken-username"
  | "reserved-username"
  | "wrong-username"
  | "wrong-password"
  | "old-sign-in"
  | "not-understood"
  | "no-such-item"
  | "not-possible"
  | "wrong-kind"
  | "no-reason"
  | "yourself"
  | "last-owner"
  | "owners-suspension"
  | "no-such-message"
  | "needs-decision"
  | "none-ticked"
  | "nothing-to-retry"
  | "no-such-entry"
  | "cannot-be-undone"
  | "undone-already"
  | "changed-since";

interface Details {
  retryAfter?: number;
  perfume?: { id: number; marca: string; nombre: string };
  dupeId?: number;
  /** the bottle that has the name, and the name */
  namesake?: { id: number; alias?: string };
}

/** Thrown inside a transaction, so that nothing of the act is stored. */
export class Refused extends Error {
  readonly code: RefusalCode;
  readonly details: Details;

  constructor(code: RefusalCode, details: Details = {}) {
    super(code);
    this.name = "Refused";
    this.code = code;
    this.details = details;
  }
}
