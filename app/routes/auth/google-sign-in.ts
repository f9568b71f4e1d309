import { parse, serialize } from "cookie-es";
import type { Authenticator } from "remix-auth";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { hostCookie } from "#app/http/middleware/cookies.ts";
import { isLanguage, type Language } from "#app/i18n/languages.ts";
import { GoogleFailed } from "./google-requests.ts";
import { stateCookie } from "./google-strategy.ts";

export class GoogleRefused extends Error {}

/** Kept in a cookie, because Google returns only the state. */
export interface GoogleReturn {
  path: string;
  lang: Language;
}

export function isGoogleReturn(found: unknown): found is GoogleReturn {
  const { path, lang } = (found ?? {}) as Partial<GoogleReturn>;
  return typeof path === "string" && isLanguage(lang);
}

// The cookies of all attempts must fit into one request.
const maxAttempts = 5;

interface Site {
  /** as registered with Google; behind a proxy the request's origin differs */
  origin: string;
  secure: boolean;
}

/** @returns the 302 to Google, with the cookie that `finishGoogle` needs (RFC 6749, 7636) */
export async function beginGoogle(
  authenticator: Authenticator<unknown>,
  request: Request,
  site: Site,
): Promise<Response> {
  // The query is dropped: the strategy would mistake a `state` in it for a callback.
  const answer = await thrownBy(authenticator.authenticate("google", callback(request, "", site)));
  answer.headers.set("Cache-Control", "no-store");
  if (Object.keys(attemptsOf(request, site.secure)).length >= maxAttempts)
    for (const cookie of clearedCookies(request, site)) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** @param timeLimit ms for all requests to Google @throws GoogleRefused, GoogleFailed */
export async function finishGoogle<Outcome>(
  authenticator: Authenticator<Outcome>,
  request: Request,
  site: Site,
  timeLimit: number,
): Promise<Outcome> {
  const { search, searchParams } = new URL(request.url);
  // Without a state the strategy would begin a new attempt.
  if (!searchParams.get("state")) throw new GoogleFailed("Missing state in the URL.");
  try {
    const outcome = authenticator.authenticate("google", callback(request, search, site));
    return await Promise.race([outcome, failAfter(timeLimit)]);
  } catch (error) {
    throw withoutSecrets(error);
  }
}

/** Clears all of this browser's attempts, whatever their outcome (`isAttempt`). */
export function clearedCookies(request: Request, { secure }: Site): string[] {
  return Object.keys(attemptsOf(request, secure)).map((name) =>
    serialize(name, "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "lax", secure }),
  );
}

/** Checked because anybody can make a browser open `/auth-callback` with a foreign state. */
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

function attemptsOf(request: Request, secure: boolean): Record<string, string | undefined> {
  const name = new RegExp(`^${hostCookie(stateCookie, secure)}:[\\da-f-]{36}$`, "u");
  return parse(request.headers.get("Cookie") ?? "", { filter: (key) => name.test(key) });
}

// The strategy throws its redirect as a Response.
async function thrownBy(beginning: Promise<unknown>): Promise<Response> {
  try {
    await beginning;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
  throw new Error("The Google strategy did not redirect.");
}

// Limits both requests together; each also has its own limit.
function failAfter(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms);
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new GoogleFailed("No answer in time.")));
  });
}

// Error messages of fetch, JSON and zod quote the offending text.
function withoutSecrets(error: unknown): GoogleRefused | GoogleFailed {
  if (error instanceof GoogleFailed) return error;
  if (error instanceof OAuth2RequestError) {
    if (error.code === "access_denied") return new GoogleRefused("The person refused.");
    return new GoogleFailed(
      /^\w{1,40}$/u.test(error.code) ? error.code : "An unknown OAuth error.",
    );
  }
  // The strategy throws these when state, code or cookie is missing or wrong.
  if (error instanceof ReferenceError || error instanceof RangeError)
    return new GoogleFailed(error.message);
  return new GoogleFailed(error instanceof Error ? error.constructor.name : "Something thrown.");
}
