import { parse, serialize } from "cookie-es";
import { OAuth2RequestError } from "remix-auth-oauth2";
import type { GoogleProfile } from "../accounts/google.ts";
import { config } from "../config.ts";
import {
  ConfiguredGoogle,
  type GoogleConfig,
  GoogleFailed,
  stateCookie,
} from "./google-strategy.ts";

/** The person did not want to after all. */
export class GoogleRefused extends Error {}
export { GoogleFailed };

export interface GoogleSignIn {
  /** @returns the 302 to Google, with the cookie that `finish` needs */
  begin(request: Request): Promise<Response>;
  /**
   * Reads what Google sent the person back with. Afterwards, whatever the outcome, send `clearedCookies`.
   * @throws GoogleRefused, GoogleFailed
   */
  finish(request: Request): Promise<GoogleProfile>;
  /** @returns the Set-Cookie values that forget every attempt of this browser */
  clearedCookies(request: Request): string[];
}

/** With more attempts than these at once, the earlier ones are forgotten: their cookies must fit into a request. */
const mostAttempts = 5;

/**
 * Signing in at Google: OAuth 2 with state and PKCE (RFC 6749, 7636).
 * @param origin the site's own, as Google knows it: behind a proxy the request's is another
 * @param timeLimit ms for all that is asked of Google in `finish`
 */
export function createGoogleSignIn(
  google: GoogleConfig,
  origin: string,
  secure: boolean,
  timeLimit = 10_000,
): GoogleSignIn {
  const strategy = new ConfiguredGoogle(google, origin, secure, timeLimit);

  const callback = (request: Request, search: string) =>
    new Request(`${origin}/auth-callback${search}`, {
      headers: { Cookie: request.headers.get("Cookie") ?? "" },
    });

  const clearedCookies = (request: Request) =>
    attemptsOf(request).map((name) =>
      serialize(name, "", { path: "/", maxAge: 0, httpOnly: true, sameSite: "lax", secure }),
    );

  return {
    async begin(request) {
      // Nothing of the address asked for: with a `state` in it the strategy would take it for the way back.
      const answer = await thrownBy(strategy.authenticate(callback(request, "")));
      answer.headers.set("Cache-Control", "no-store");
      if (attemptsOf(request).length >= mostAttempts)
        for (const cookie of clearedCookies(request)) answer.headers.append("Set-Cookie", cookie);
      return answer;
    },

    async finish(request) {
      const { search, searchParams } = new URL(request.url);
      // Without one the strategy would begin anew.
      if (!searchParams.get("state")) throw new GoogleFailed("Missing state in the URL.");
      try {
        const profile = strategy.authenticate(callback(request, search));
        return await Promise.race([profile, tooLate(timeLimit)]);
      } catch (error) {
        throw fit(error);
      }
    },

    clearedCookies,
  };
}

/** Signing in at Google as configured, or null when it is not. */
export const googleSignIn =
  config.google && createGoogleSignIn(config.google, config.origin, config.secure);

function attemptsOf(request: Request): string[] {
  const names = Object.keys(parse(request.headers.get("Cookie") ?? ""));
  return names.filter((name) => new RegExp(`^${stateCookie}:[\\da-f-]{36}$`, "u").test(name));
}

/** The strategy throws its redirect. */
async function thrownBy(beginning: Promise<unknown>): Promise<Response> {
  try {
    await beginning;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
  throw new Error("The way to Google is missing.");
}

/** The strategy's request for the token takes no signal. */
function tooLate(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms);
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new GoogleFailed("No answer in time.")));
  });
}

/** An error without what was said in confidence: the messages of fetch, JSON and zod quote what they stumbled upon. */
function fit(error: unknown): GoogleRefused | GoogleFailed {
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
