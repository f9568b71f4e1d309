import { parse, serialize } from "cookie-es";
import type { Authenticator } from "remix-auth";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { hostCookie } from "#app/http/middleware/cookies.ts";
import { GoogleFailed, stateCookie } from "./google-strategy.ts";

/** The person did not want to after all. */
export class GoogleRefused extends Error {}

/** With more attempts than these at once, the earlier ones are forgotten: their cookies must fit into a request. */
const maxAttempts = 5;

interface Site {
  /** the site's own origin, as Google knows it: behind a proxy the request's is another */
  origin: string;
  secure: boolean;
}

/**
 * Begins signing in at Google: OAuth 2 with state and PKCE (RFC 6749, 7636).
 * @param authenticator has a strategy "google"
 * @returns the 302 to Google, with the cookie that `finishGoogle` needs
 */
export async function beginGoogle(
  authenticator: Authenticator<unknown>,
  request: Request,
  site: Site,
): Promise<Response> {
  // Nothing of the address asked for: with a `state` in it the strategy would take it for the way back.
  const answer = await thrownBy(authenticator.authenticate("google", callback(request, "", site)));
  answer.headers.set("Cache-Control", "no-store");
  if (Object.keys(attemptsOf(request, site.secure)).length >= maxAttempts)
    for (const cookie of clearedCookies(request, site)) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/**
 * Reads what Google sent the person back with. Afterwards, whatever the outcome of an attempt of this browser (`isAttempt`),
 * send `clearedCookies`.
 * @param timeLimit ms for all that is asked of Google
 * @throws GoogleRefused, GoogleFailed
 */
export async function finishGoogle<Outcome>(
  authenticator: Authenticator<Outcome>,
  request: Request,
  site: Site,
  timeLimit: number,
): Promise<Outcome> {
  const { search, searchParams } = new URL(request.url);
  // Without one the strategy would begin another attempt.
  if (!searchParams.get("state")) throw new GoogleFailed("Missing state in the URL.");
  try {
    const outcome = authenticator.authenticate("google", callback(request, search, site));
    return await Promise.race([outcome, failAfter(timeLimit)]);
  } catch (error) {
    throw withoutSecrets(error);
  }
}

/** @returns the Set-Cookie values that forget every attempt of this browser */
export function clearedCookies(request: Request, { secure }: Site): string[] {
  return Object.keys(attemptsOf(request, secure)).map((name) =>
    serialize(name, "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "lax", secure }),
  );
}

/** @returns whether this browser left for Google with that state; anybody can make it open `/auth-callback` with another */
export function isAttempt(request: Request, state: string | null, { secure }: Site): boolean {
  if (!state || state === "state") return false;
  return Object.values(attemptsOf(request, secure)).some((value) =>
    new URLSearchParams(value).has(state),
  );
}

const callback = (request: Request, search: string, { origin }: Site) =>
  new Request(`${origin}/auth-callback${search}`, {
    headers: { Cookie: request.headers.get("Cookie") ?? "" },
  });

/** @returns the cookies of this browser's attempts: name and value */
function attemptsOf(request: Request, secure: boolean): Record<string, string | undefined> {
  const name = new RegExp(`^${hostCookie(stateCookie, secure)}:[\\da-f-]{36}$`, "u");
  return parse(request.headers.get("Cookie") ?? "", { filter: (key) => name.test(key) });
}

/** The strategy throws its redirect. */
async function thrownBy(beginning: Promise<unknown>): Promise<Response> {
  try {
    await beginning;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
  throw new Error("The Google strategy did not redirect.");
}

/** Each request has a limit of its own; this is one for both. */
function failAfter(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms);
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new GoogleFailed("No answer in time.")));
  });
}

/** An error without secrets: the messages of fetch, JSON and zod quote the text that they failed on. */
function withoutSecrets(error: unknown): GoogleRefused | GoogleFailed {
  if (error instanceof GoogleFailed) return error;
  if (error instanceof OAuth2RequestError) {
    if (error.code === "access_denied") return new GoogleRefused("The person refused.");
    return new GoogleFailed(
      /^\w{1,40}$/u.test(error.code) ? error.code : "An unknown OAuth error.",
    );
  }
  // What the strategy itself finds missing or wrong: state, code, cookie.
  if (error instanceof ReferenceError || error instanceof RangeError)
    return new GoogleFailed(error.message);
  return new GoogleFailed(error instanceof Error ? error.constructor.name : "Something thrown.");
}
