import type { RouterContextProvider } from "react-router";
import { clientKey } from "../limits/client-key.ts";
import type { Limit, Verdict } from "../limits/limits.ts";
import { canonical } from "#db/text.ts";
import { clientAddress, currentUser, services } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

const clientOf = (context: Context) => clientKey(context.get(clientAddress));

const limitsOf = (context: Context) => context.get(services).limits;

/** Counts an action of this client. @returns null when it is allowed, else the seconds to wait */
export async function limitClient(context: Context, limit: Limit): Promise<number | null> {
  return waitOf(await limitsOf(context).take(limit, clientOf(context)));
}

/** Counts an action of a user. @returns null when it is allowed, else the seconds to wait */
export async function limitUser(context: Context, userId: string): Promise<number | null> {
  return waitOf(await limitsOf(context).take("actionsOfUser", userId));
}

/** Counts an action by user, or by client without a session. @returns null when it is allowed, else the seconds to wait */
export async function limitUserOrClient(context: Context): Promise<number | null> {
  const user = context.get(currentUser);
  return user ? limitUser(context, user.userId) : limitClient(context, "anonymousActions");
}

/** Counts an email by client and by address, with an account or not. @returns null when it is allowed, else the seconds to wait */
export async function limitEmails(
  context: Context,
  limit: "resets" | "resends",
  email: string,
): Promise<number | null> {
  const wait = await limitClient(context, limit);
  return wait ?? waitOf(await limitsOf(context).take(`${limit}OfAccount`, canonical(email)));
}

/**
 * Counts an attempt at an account's password, before it is checked, so that attempts at the same time count, too.
 * @param known the account has a session from this client, where attempts from elsewhere must not lock it out
 * @returns the seconds to wait, or `forgive`, which takes the count back when the password was right
 */
export async function limitGuess(
  context: Context,
  email: string,
  known: boolean,
): Promise<{ wait: number } | { wait: null; forgive: () => Promise<void> }> {
  const limits = limitsOf(context);
  const client = clientOf(context);
  // An address has no line break, so nobody can reach a known client's count from elsewhere.
  const account = known ? `${canonical(email)}\n${client}` : canonical(email);
  const wait =
    waitOf(await limits.take("failedSignInsOfClient", client)) ??
    waitOf(await limits.take("failedSignInsOfAccount", account));
  if (wait !== null) return { wait };
  return {
    wait,
    async forgive() {
      await limits.giveBack("failedSignInsOfClient", client);
      await limits.giveBack("failedSignInsOfAccount", account);
    },
  };
}

const waitOf = (verdict: Verdict) => (verdict.allowed ? null : verdict.retryAfter);
