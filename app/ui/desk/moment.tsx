/** @param at ISO 8601 @returns "2026-12-01 10:05 UTC", as logs have it: exact, and the same in every language */
export const writeMoment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** A moment, to the minute. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{writeMoment(at)}</time>;
}
