/** Why something was not delivered. */
export interface Failure {
  /** true when it was refused for good: trying it again would end the same */
  permanent: boolean;
  /** in few words, without personal data or secrets */
  reason: string;
  /** ms that the other side asked to be left alone */
  rest?: number;
}

/** What becomes of something that was taken from a queue. */
export type Outcome =
  | { is: "sent"; at: Date }
  | { is: "waiting"; until: Date; reason: string }
  | { is: "dead"; at: Date; reason: string };

const minute = 60_000;
const hour = 60 * minute;
/** How long what could not be sent waits: after the first time, the second, … and then ever again. */
const waits = [minute, 5 * minute, 15 * minute, hour];
const longestWait = 2 * hour;
/** By then it has waited a good three days. */
const mostAttempts = 41;

/** @param attempts how often it had failed before */
export function outcomeAfter(
  { permanent, reason, rest = 0 }: Failure,
  attempts: number,
  now: Date,
): Exclude<Outcome, { is: "sent" }> {
  if (permanent || attempts + 1 >= mostAttempts) return { is: "dead", at: now, reason };
  const wait = Math.max(waits[attempts] ?? longestWait, rest);
  return { is: "waiting", until: new Date(now.getTime() + wait), reason };
}
