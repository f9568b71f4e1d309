import type { Failure } from "../jobs/outcome.ts";

/** Where pages are announced, and as whose. */
export interface IndexNow {
  url: string;
  key: string;
  /** of the pages, e.g. https://sosia.example */
  origin: string;
}

/** indexnow.org/documentation */
export const mostAddresses = 10_000;

const patience = 10_000;
const day = 24 * 60 * 60_000;

/** An answer that is no consent. */
class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: string | null;
  constructor({ status, headers }: Response) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = headers.get("Retry-After");
  }
}

/**
 * Announces that pages are new, changed or gone (indexnow.org/documentation).
 * @param addresses whole ones, at most `mostAddresses`
 * @throws what `failureOf` can judge
 */
export async function announce({ url, key, origin }: IndexNow, addresses: string[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      host: new URL(origin).host,
      key,
      keyLocation: `${origin}/${key}.txt`,
      urlList: addresses,
    }),
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refusal(response);
}

/**
 * Judges what announcing threw: too much (429), too long (408), a fault of theirs (5xx) and the network will pass; a key
 * or an address that is refused (400, 403, 422) needs the operator.
 */
export function failureOf(error: unknown, now: Date): Failure {
  if (error instanceof Refusal) {
    const { status, retryAfter, message } = error;
    const passing = status >= 500 || status === 429 || status === 408;
    return { permanent: !passing, reason: message, rest: restOf(retryAfter, now) };
  }
  // fetch tells but in the cause what went wrong.
  const { name, cause } = error as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return { permanent: false, reason: typeof code === "string" ? code : name };
}

/** Retry-After, in seconds or as a date (RFC 9110 §10.2.3). @returns ms, a day at most */
function restOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const rest = /^\d+$/u.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(rest) ? 0 : Math.min(Math.max(rest, 0), day);
}
