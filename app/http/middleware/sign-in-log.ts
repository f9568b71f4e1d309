import { keyed } from "#app/limits/client-key.ts";
import { canonical } from "#app/i18n/text.ts";
import { networkHash } from "./client-hash.ts";
import { config, requestId, type RequestContext } from "./context.ts";

export type SignInEvent =
  | "signIn"
  | "signUp"
  | "addressConfirmed"
  | "resetAsked"
  | "passwordReset"
  | "passwordChecked"
  | "secondFactor"
  | "googleLinked"
  | "signOut"
  | "sessionsEnded"
  | "accountDeleted";

/**
 * One line per event (RULES.md 14.5). Equal hashes are one account, typed address or network; nobody can go back from them
 * without the site's secret.
 */
export function logSignIn(
  context: RequestContext,
  event: SignInEvent,
  outcome: string,
  { userId, email }: { userId?: string | undefined; email?: string | undefined } = {},
): void {
  const secret = context.get(config).sessionSecrets[0]!;
  const hash = (kind: string, text: string | undefined) =>
    text === undefined ? null : keyed(secret, "sign-in-log", kind, text);
  const line = {
    time: new Date().toISOString(),
    id: context.get(requestId),
    event,
    outcome,
    account: hash("account", userId),
    address: hash("address", email === undefined ? undefined : canonical(email)),
    network: networkHash(context, "sign-in-log"),
  };
  console.log(JSON.stringify(line));
}
