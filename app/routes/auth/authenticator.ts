import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { type GoogleProfile, signInWithGoogle } from "#app/domain/accounts/google-accounts.ts";
import { findAccount } from "#app/domain/accounts/credentials.ts";
import { cleanLine } from "#app/i18n/clean-text.ts";
import { suspensionOf } from "#app/domain/accounts/suspensions.ts";
import { config, database, type RequestContext } from "#app/http/middleware/context.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { logSignIn } from "#app/http/middleware/sign-in-log.ts";
import { checkPassword } from "#app/http/middleware/check-password.ts";
import { GoogleSignInStrategy } from "./google-strategy.ts";
import { asciiAddress } from "#app/email-address.ts";

type SignIn =
  /** `checked` is the hash of the password, if one was typed */
  | { outcome: "signed-in"; userId: string; checked?: string }
  /** their password links this Google id */
  | { outcome: "to-link"; userId: string; sub: string }
  | { outcome: "too-many"; retryAfter: number }
  | { outcome: "wrong" | "unconfirmed" }
  /** `until` is null when permanent */
  | { outcome: "suspended"; until: string | null }
  | { outcome: "no-email" | "email-not-verified" | "email-taken" | "barred" };

/** ms for all requests to Google once the person is back */
export const googleTimeLimit = 10_000;

export function authenticatorOf(context: RequestContext): Authenticator<SignIn> {
  const authenticator = new Authenticator<SignIn>();
  authenticator.use(new PasswordStrategy((credentials) => checkCredentials(context, credentials)));
  const { google, origin, secure } = context.get(config);
  if (google)
    authenticator.use(
      new GoogleSignInStrategy(google, origin, secure, googleTimeLimit, (profile) =>
        checkProfile(context, profile),
      ),
    );
  return authenticator;
}

async function checkCredentials(
  context: RequestContext,
  { email: typed, password, request }: Credentials,
): Promise<SignIn> {
  const email = cleanLine(typed);
  const result = await checkPassword(request, context, email, password);
  if (result.outcome !== "right") return result;
  const { userId, passwordHash } = result.account;
  // The password may have changed during the comparison.
  const now = await findAccount(context.get(database), email);
  if (now?.passwordHash !== passwordHash) {
    logSignIn(context, "signIn", "wrong", { userId, email });
    return { outcome: "wrong" };
  }
  const suspension = await suspensionOf(context.get(database), userId, new Date());
  if (suspension) {
    logSignIn(context, "signIn", "suspended", { userId, email });
    return { outcome: "suspended", until: suspension.until };
  }
  return { outcome: "signed-in", userId, ...(passwordHash !== null && { checked: passwordHash }) };
}

async function checkProfile(context: RequestContext, profile: GoogleProfile): Promise<SignIn> {
  const { smtpUrl, sessionSecrets } = context.get(config);
  const found = await signInWithGoogle(
    context.get(database),
    profile,
    new Date(),
    smtpUrl !== null,
    sessionSecrets,
  );
  if (typeof found === "string") return { outcome: found };
  if ("suspendedUntil" in found) return { outcome: "suspended", until: found.suspendedUntil };
  if ("toLink" in found) return { outcome: "to-link", userId: found.toLink, sub: profile.sub };
  return { outcome: "signed-in", ...found };
}

interface Credentials {
  email: string;
  password: string;
  request: Request;
}

class PasswordStrategy<Outcome> extends Strategy<Outcome, Credentials> {
  name = "password";

  override async authenticate(request: Request): Promise<Outcome> {
    const form = await request.formData();
    const email = asciiAddress(textOf(form, "email"));
    return this.verify({ email, password: textOf(form, "password"), request });
  }
}
