import type { RouterContextProvider } from "react-router";
import { clientKey } from "../limits/client-key.ts";
import type { Limit, Verdict } from "../limits/limits.ts";
import { canonical } from "#db/text.ts";
import { clientAddress, currentUser, services } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

const clientOf = (context: Context) => clientKey(context.get(clientAddress));

const limitsOf = (context: Context) => context.get(services).limits;

/** Counts an action of this client. @returns null when it may pass, else the seconds to wait */
export async function limitClient(context: Context, limit: Limit): Promise<number | null> {
  return waitOf(await limitsOf(context).take(limit, clientOf(context)));
}

/** Counts a user's action, likewise. */
export async function limitUser(context: Context, userId: string): Promise<number | null> {
  return waitOf(await limitsOf(context).take("actionsOfUser", userId));
}

/** Counts an action that anybody may do: a user's own count, else the client's. */
export async function limitUserOrClient(context: Context): Promise<number | null> {
  const user = context.get(currentUser);
  return user ? limitUser(context, user.userId) : limitClient(context, "anonymousActions");
}

/** Counts an email that this client asks for, and one that goes to this address, whether there is an account or not. */
export async function limitEmails(
  context: Context,
  limit: "resets" | "resends",
  email: string,
): Promise<number | null> {
  const wait = await limitClient(context, limit);
  return wait ?? waitOf(await limitsOf(context).take(`${limit}OfAccount`, canonical(email)));
}

/**
 * Counts a guess at an account's password before it is tried, so that many at once are no more than that.
 * @param known the account has a session from this client: others' guesses do not lock it out here
 * @returns the seconds to wait, or how to take the guess back because it was right
 */
export async function limitGuess(
  context: Context,
  email: string,
  known: boolean,
): Promise<{ wait: number } | { wait: null; forgive: () => Promise<void> }> {
  const limits = limitsOf(context);
  const client = clientOf(context);
  // No address has a line break: nobody can name a known client's count from elsewhere.
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
