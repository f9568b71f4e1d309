import { GoogleStrategy } from "remix-auth-google";
import { z } from "zod";
import type { GoogleProfile } from "../../accounts/google-accounts.ts";
import type { Config } from "../../config.ts";
import { hostCookie } from "../../middleware/cookies.ts";

/**
 * Sign-in with Google failed: timeout, invalid response or Google error. The message may be logged: it has no code, token or
 * secret.
 */
export class GoogleFailed extends Error {}

type GoogleConfig = NonNullable<Config["google"]>;

/** Each attempt has a cookie of its own, `google_state:` and a random id, so that two tabs can sign in side by side. */
export const stateCookie = "google_state";
/** seconds that a person may take at Google */
const stateLife = 10 * 60;

const userinfo = z
  .object({
    sub: z.string().min(1).max(255),
    email: z.string().catch(""),
    email_verified: z.unknown().optional(),
    name: z.string().catch(""),
  })
  .transform(({ sub, email, email_verified, name }): GoogleProfile => ({
    sub,
    email,
    emailVerified: email_verified === true,
    name,
  }));

/** Signing in at Google with its addresses from the configuration, and with state and PKCE verifier in a cookie of ours. */
export class GoogleSignInStrategy<Outcome> extends GoogleStrategy<Outcome> {
  /**
   * @param timeLimit ms for the userinfo request
   * @param verify turns Google's profile into a result
   */
  constructor(
    google: GoogleConfig,
    origin: string,
    secure: boolean,
    timeLimit: number,
    verify: (profile: GoogleProfile) => Promise<Outcome>,
  ) {
    super(
      {
        clientId: google.clientId,
        clientSecret: google.clientSecret,
        redirectURI: `${origin}/auth-callback`,
        scopes: ["openid", "email", "profile"],
      },
      async ({ tokens }) =>
        verify(await readProfile(google.userinfoUrl, tokens.accessToken(), timeLimit)),
    );
    this.options = {
      ...this.options,
      authorizationEndpoint: google.authorizationUrl,
      tokenEndpoint: google.tokenUrl,
      cookie: {
        name: hostCookie(stateCookie, secure),
        path: "/",
        maxAge: stateLife,
        httpOnly: true,
        sameSite: "Lax",
        secure: secure || undefined,
      },
    };
  }
}

async function readProfile(url: string, token: string, timeLimit: number): Promise<GoogleProfile> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeLimit),
  });
  if (!response.ok) throw new GoogleFailed(`User info answered ${response.status}.`);
  const parsed = userinfo.safeParse(await response.json());
  if (!parsed.success) throw new GoogleFailed("User info is not understood.");
  return parsed.data;
}
