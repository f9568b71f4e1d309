import type { CurrentUser } from "#app/domain/accounts/sessions.ts";
import { Refused } from "#app/domain/refused-act.ts";
import type { Count } from "#app/limits/limits.ts";
import type { MessageKey } from "#app/i18n/messages.server.ts";
import { currentUser, type RequestContext, sessionLost } from "../middleware/context.ts";
import { type Action, type ActionLimit, limitOf } from "../middleware/rate-limits.ts";
import { attempt } from "./attempt.ts";
import { type Reason, refuse } from "./refusal.ts";
import { reasonOf, type Words } from "./refusals.ts";
import type { SentForm } from "./sent-form.ts";
import { signInLinks } from "./sign-in-links.ts";

interface Gate<Value = never> {
  failure: MessageKey;
  /** checked before the form, and taken before the work */
  limit?: Action | undefined;
  /** counts that are known once the form is read */
  also?: (value: Value) => Count[];
  words?: Words;
  /** what a refusal needs besides words; may throw a page instead */
  more?: (refused: Refused) => Partial<Reason> | Promise<Partial<Reason>>;
}

interface SignIn {
  message: MessageKey;
  /** said instead to people whose session has ended */
  lost?: MessageKey;
  back: string;
  cookies?: string[];
}

type Blocked = Response | ReturnType<typeof refuse>;

interface PersonGate<Value> extends Gate<Value> {
  /** for visitors, and people who are gone */
  signIn: SignIn | (() => Promise<Blocked>);
  mayBeUnconfirmed?: true;
  /** for people without a username; without it, they may */
  chooseName?: () => Promise<Blocked>;
}

/** Limit, form, work. A `Refused` is answered from the table, and costs a mistake in place of the act (RULES.md 12.9); work that is answered like a success can `forgive`. */
export async function admit<Value, Answer>(
  context: RequestContext,
  sent: SentForm<Value>,
  gate: Gate<Value>,
  work: (value: Value, forgive: ActionLimit["forgive"]) => Promise<Answer>,
) {
  const limit = gate.limit ? limitOf(context, gate.limit) : null;
  const act = async (value: Value) => {
    try {
      if (!limit) return await work(value, async () => {});
      return await takeAndWork(limit, () => work(value, limit.forgive), gate.also?.(value));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, ...reason } = reasonOf(error, gate.words);
      return refuse(context, sent, status, { ...reason, ...(await gate.more?.(error)) });
    }
  };
  return attempt(context, sent, gate.failure, act, limit);
}

/** `admit` for acts of people: first it says what they lack (RULES.md 9.1). */
export async function admitPerson<Value, Answer>(
  context: RequestContext,
  sent: SentForm<Value>,
  gate: PersonGate<Value>,
  work: (value: Value, user: CurrentUser, forgive: ActionLimit["forgive"]) => Promise<Answer>,
) {
  const { signIn, mayBeUnconfirmed = false, chooseName } = gate;
  const user = context.get(currentUser);
  const signInFirst = async () =>
    typeof signIn === "function" ? signIn() : refuseSignedOut(context, sent, signIn);
  if (!user) return signInFirst();
  if (!user.confirmed && !mayBeUnconfirmed) {
    const { status, ...reason } = reasonOf(new Refused("unconfirmed"));
    return refuse(context, sent, status, reason);
  }
  if (user.username === null && chooseName) return chooseName();
  return admit(context, sent, gate, async (value, forgive) => {
    try {
      return await work(value, user, forgive);
    } catch (error) {
      if (!(error instanceof Refused && error.code === "no-such-person")) throw error;
      await forgive();
      return signInFirst();
    }
  });
}

export function refuseSignedOut(
  context: RequestContext,
  sent: SentForm,
  { message, lost = message, back, cookies = [] }: SignIn,
) {
  const isLost = context.get(sessionLost) || context.get(currentUser) !== null;
  const links = signInLinks(context, back);
  return refuse(context, sent, 401, { message: isLost ? lost : message, links, cookies });
}

/** For what must be checked before a limit is taken. @throws Refused "too-often" */
export const underLimit = <Result>(
  context: RequestContext,
  action: Action,
  work: () => Promise<Result>,
) => takeAndWork(limitOf(context, action), work);

async function takeAndWork<Result>(
  limit: ActionLimit,
  work: () => Promise<Result>,
  also: Count[] = [],
) {
  const retryAfter = await limit.take(also);
  if (retryAfter !== null) throw new Refused("too-often", { retryAfter });
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) await limit.forgive().catch(() => undefined);
    throw error;
  }
}
