export interface Failure {
  permanent: boolean;
  reason: string;
  /** minimum ms to wait, when the other side asked for it */
  retryAfter?: number;
}

export type Outcome =
  | { is: "sent"; at: Date }
  | { is: "waiting"; until: Date; reason: string }
  | { is: "dead"; at: Date; reason: string };

const minute = 60_000;
const hour = 60 * minute;
/** ms after each failure (RULES.md 14.7) */
const backoff = [minute, 5 * minute, 15 * minute, hour];
export const maxBackoff = 2 * hour;
const maxAttempts = 41;

export function outcomeAfter(
  { permanent, reason, retryAfter = 0 }: Failure,
  attempts: number,
  now: Date,
): Exclude<Outcome, { is: "sent" }> {
  if (permanent || attempts + 1 >= maxAttempts) return { is: "dead", at: now, reason };
  const wait = Math.max(backoff[attempts] ?? maxBackoff, retryAfter);
  return { is: "waiting", until: new Date(now.getTime() + wait), reason };
}
