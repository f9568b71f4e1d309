import { GoogleStrategy } from "remix-auth-google";
import { OAuth2RequestError, type OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import type { GoogleProfile } from "#app/domain/accounts/google-accounts.ts";
import { hostCookie } from "#app/http/middleware/cookies.ts";
import { askGoogle, GoogleFailed } from "./google-requests.ts";

interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
}

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const tokenRefusal = z.object({ error: z.string() });

/** Each attempt's cookie name ends in a random id, so that two tabs can sign in side by side. */
export const stateCookie = "google_state";
const stateLifeSeconds = 10 * 60;

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

export class GoogleSignInStrategy<Outcome> extends GoogleStrategy<Outcome> {
  readonly #google: GoogleConfig;
  readonly #timeLimit: number;

  /** @param timeLimit ms for each request to Google */
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
    this.#google = google;
    this.#timeLimit = timeLimit;
    this.options = {
      ...this.options,
      authorizationEndpoint: google.authorizationUrl,
      tokenEndpoint: google.tokenUrl,
      cookie: {
        name: hostCookie(stateCookie, secure),
        path: "/",
        maxAge: stateLifeSeconds,
        httpOnly: true,
        sameSite: "Lax",
        secure: secure || undefined,
      },
    };
  }

  // The library's own request cannot be aborted and reads answers of any length (RFC 6749 §4.1.3, RFC 7636 §4.5).
  protected override async validateAuthorizationCode(
    code: string,
    codeVerifier: string,
  ): Promise<Tokens> {
    const { clientId, clientSecret, tokenUrl } = this.#google;
    const request = {
      method: "POST",
      headers: {
        Accept: "application/json",
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: String(this.options.redirectURI),
        code_verifier: codeVerifier,
      }),
    };
    const { status, body } = await askGoogle(tokenUrl, request, this.#timeLimit);
    const refused = tokenRefusal.safeParse(body);
    if (status !== 200 && refused.success)
      throw new OAuth2RequestError(refused.data.error, null, null, null);
    const granted = tokenAnswer.safeParse(body);
    if (status !== 200 || !granted.success)
      throw new GoogleFailed(`The token endpoint's answer (${status}) was not understood.`);
    return { accessToken: () => granted.data.access_token } as Tokens;
  }
}

async function readProfile(url: string, token: string, timeLimit: number): Promise<GoogleProfile> {
  const { status, body } = await askGoogle(
    url,
    { headers: { Authorization: `Bearer ${token}` } },
    timeLimit,
  );
  if (status !== 200) throw new GoogleFailed(`The userinfo endpoint answered ${status}.`);
  const parsed = userinfo.safeParse(body);
  if (!parsed.success) throw new GoogleFailed("The userinfo answer was not understood.");
  return parsed.data;
}
