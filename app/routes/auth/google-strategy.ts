import { GoogleStrategy } from "remix-auth-google";
import { OAuth2RequestError, type OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import type { GoogleProfile } from "#app/domain/accounts/google-accounts.ts";
import { hostCookie } from "#app/http/middleware/cookies.ts";

/**
 * Sign-in with Google failed: timeout, invalid response or Google error. The message may be logged: it has no code, token or
 * secret.
 */
export class GoogleFailed extends Error {}

interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
}

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** bytes of an answer; tokens and profiles have a few hundred */
const maxAnswer = 64 * 1024;

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const tokenRefusal = z.object({ error: z.string() });

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
  readonly #google: GoogleConfig;
  readonly #timeLimit: number;

  /**
   * @param timeLimit ms for each request to Google
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
    this.#google = google;
    this.#timeLimit = timeLimit;
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

  /** The library's own request takes no signal and reads an answer of any length (RFC 6749 §4.1.3, RFC 7636 §4.5). */
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
    const { status, body } = await ask(tokenUrl, request, this.#timeLimit);
    const refused = tokenRefusal.safeParse(body);
    if (status !== 200 && refused.success)
      throw new OAuth2RequestError(refused.data.error, null, null, null);
    const granted = tokenAnswer.safeParse(body);
    if (status !== 200 || !granted.success)
      throw new GoogleFailed(`The token endpoint answered ${status}, not understood.`);
    return { accessToken: () => granted.data.access_token } as Tokens;
  }
}

async function readProfile(url: string, token: string, timeLimit: number): Promise<GoogleProfile> {
  const { status, body } = await ask(
    url,
    { headers: { Authorization: `Bearer ${token}` } },
    timeLimit,
  );
  if (status !== 200) throw new GoogleFailed(`User info answered ${status}.`);
  const parsed = userinfo.safeParse(body);
  if (!parsed.success) throw new GoogleFailed("User info is not understood.");
  return parsed.data;
}

/** Sends one request, which ends after `timeLimit` ms, and reads a bounded answer. `body` is null when it is no JSON. */
async function ask(
  url: string,
  init: RequestInit,
  timeLimit: number,
): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const text = await readText(response);
    return { status: response.status, body: parse(text) };
  } catch (error) {
    throw signal.aborted ? new GoogleFailed("No answer in time.") : error;
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswer) throw new GoogleFailed("The answer is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
