import { clientKey, networksOf } from "#app/limits/client-key.ts";
import type { Count, Limit, Verdict } from "#app/limits/limits.ts";
import { canonical } from "#app/i18n/text.ts";
import { clientAddress, currentUser, services, type RequestContext } from "./context.ts";

/** What people do, each kind with counts of its own (RULES.md 8.1). */
type Action =
  | "sign-up"
  | "reset"
  | "resend"
  | "message"
  | "suggestion"
  | "vote"
  | "review"
  | "delete-review"
  | "report"
  | "receipt"
  | "dupe-alert"
  | "price"
  | "price-gone"
  | "shelf"
  | "names"
  | "avatar";

/** The counts of one action. */
export interface ActionLimit {
  /** @returns the seconds to wait, or null when the action is allowed; counts nothing */
  peek(): Promise<number | null>;
  /** Counts the action. @returns the seconds to wait, or null when it is allowed */
  take(): Promise<number | null>;
  /**
   * Takes the count back, if the action was counted: it was refused for another reason or failed. That counts as a mistake
   * only, of which many are allowed.
   */
  forgive(): Promise<void>;
}

/** @returns the limit of what this request's person or client wants to do */
export function limitOf(context: RequestContext, action: Action): ActionLimit {
  const { limits } = context.get(services);
  const counts = countsOf(context, action);
  const mistakes = mistakesOf(context, action);
  let taken = false;
  return {
    peek: async () => waitOf(await limits.peek([...mistakes, ...counts])),
    async take() {
      const wait = waitOf(await limits.peek(mistakes)) ?? waitOf(await limits.take(counts));
      taken = wait === null;
      return wait;
    },
    async forgive() {
      if (!taken) return;
      taken = false;
      await limits.giveBack(counts);
      await limits.take(mistakes);
    },
  };
}

function countsOf(context: RequestContext, action: Action): Count[] {
  const client = clientOf(context);
  const userId = context.get(currentUser)?.userId;
  switch (action) {
    case "sign-up":
      return [["signUps", client], ...emails(context)];
    case "reset":
      return [["resets", client], ...emails(context)];
    case "resend":
      return [["resends", client], ...emails(context)];
    case "receipt":
      return emails(context);
    case "message": {
      const own: Count[] = userId
        ? [["messagesOfUser", userId]]
        : [
            ["messagesOfClient", client],
            ["messagesOfClientInADay", client],
          ];
      const networks = wider(context, "messagesOfNetwork", "messagesOfWideNetwork");
      return [...own, ...networks, ["messagesOfSite", ""]];
    }
    case "suggestion": {
      const own: Count[] = userId
        ? [["suggestionsOfUser", userId]]
        : [
            ["suggestionsOfClient", client],
            ["suggestionsOfClientInADay", client],
          ];
      return [...own, ...wider(context, "suggestionsOfNetwork", "suggestionsOfWideNetwork")];
    }
    case "shelf":
      return [userId ? ["shelfOfUser", userId] : ["shelfOfClient", client]];
    case "review":
      // Without a session the text is kept as a draft.
      return userId
        ? [["reviews", userId]]
        : [["drafts", client], ...wider(context, "draftsOfNetwork", "draftsOfWideNetwork")];
    case "report":
      // Only who is signed in gets so far.
      return userId ? [["reports", userId]] : [];
    case "price":
      return userId
        ? [["pricesOfUser", userId]]
        : [["pricesOfClient", client], ...wider(context, "pricesOfNetwork", "pricesOfWideNetwork")];
    case "price-gone":
      return userId
        ? [["actionsOfUser", `${action}\n${userId}`]]
        : [["goneOfClient", client], ...wider(context, "goneOfNetwork", "goneOfWideNetwork")];
    default:
      return userId ? [["actionsOfUser", `${action}\n${userId}`]] : [];
  }
}

function mistakesOf(context: RequestContext, action: Action): Count[] {
  const userId = context.get(currentUser)?.userId;
  if (userId) return [["mistakes", `${action}\n${userId}`]];
  const networks = wider(context, "mistakesOfNetwork", "mistakesOfWideNetwork");
  return [["mistakes", clientOf(context)] as const, ...networks].map(([limit, key]) => [
    limit,
    `${action}\n${key}`,
  ]);
}

const emails = (context: RequestContext): Count[] => [
  ...wider(context, "emailsOfNetwork", "emailsOfWideNetwork"),
  ["emailsOfSite", ""],
];

/** The networks around the client, which is one of many that somebody may have. */
function wider(context: RequestContext, ofNetwork: Limit, ofWideNetwork: Limit): Count[] {
  const { network, wide } = networksOf(context.get(clientAddress));
  const counts: Count[] = [];
  if (network !== null) counts.push([ofNetwork, network]);
  if (wide !== null) counts.push([ofWideNetwork, wide]);
  return counts;
}

/**
 * Counts an email that somebody asked for, with an account or not, by client, networks, site and the address written to.
 * @returns null when it is allowed, else the seconds to wait
 */
export async function limitEmail(
  context: RequestContext,
  action: "reset" | "resend" | "receipt",
  email: string,
): Promise<number | null> {
  const counts = [...countsOf(context, action), toAddress(email)];
  return waitOf(await context.get(services).limits.take(counts));
}

/** Where the password of an account is typed or a link asked for. `device` is the id of one on which its owner was signed in. */
export type Place = { device: string } | "known-client" | "unknown";

/** The same for a reset link: what others ask for does not count where the account's owner was signed in before. */
export async function limitReset(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<number | null> {
  if (place === "unknown") return limitEmail(context, "reset", email);
  const count: Count = ["resetsOfPlace", withPlace(context, email, place)];
  return waitOf(await context.get(services).limits.take([count]));
}

/** Counts the email of a sign-up, which is never refused for what was sent to the address before: it has no account yet. */
export async function countEmail(context: RequestContext, email: string): Promise<void> {
  await context.get(services).limits.take([toAddress(email)]);
}

const toAddress = (email: string): Count => ["emailsToAddress", canonical(email)];

/** An attempt at a password: to be refused, or counted. */
export type Guess = { wait: number } | { wait: null; forgive: () => Promise<void> };

/**
 * Counts an attempt at an account's password, before it is checked, so that attempts at the same time count, too.
 * @param place where the owner was before has a count of its own: attempts from elsewhere must not lock them out there
 * @returns the seconds to wait, or `forgive`, which takes the count back when the password was right
 */
export async function limitGuess(
  context: RequestContext,
  email: string,
  place: Place,
): Promise<Guess> {
  const ofClient: Count = ["failedSignInsOfClient", clientOf(context)];
  const ofAccount: Count = ["failedSignInsOfAccount", withPlace(context, email, place)];
  // Others may share the device's network, but not the device.
  if (typeof place === "object") return guess(context, [ofAccount]);
  if (place === "known-client") return guess(context, [ofClient, ofAccount]);
  const networks = wider(context, "failedSignInsOfNetwork", "failedSignInsOfWideNetwork");
  return guess(context, [ofClient, ...networks, ofAccount]);
}

/** An address has no line break, so nobody can reach the count of a place by typing it. */
function withPlace(context: RequestContext, email: string, place: Place): string {
  if (place === "unknown") return canonical(email);
  return `${canonical(email)}\n${place === "known-client" ? clientOf(context) : place.device}`;
}

/** Counts an attempt at the password of the account that is signed in, wherever it is made: the session may be stolen. */
export async function limitGuessInSession(context: RequestContext, userId: string): Promise<Guess> {
  return guess(context, [["failedSignInsOfSession", userId]]);
}

/** Counts an attempt at a code of the second factor, wherever it is made: there are a million of them (RULES.md 27.7). */
export async function limitCode(context: RequestContext, userId: string): Promise<Guess> {
  return guess(context, [["wrongCodes", userId]]);
}

async function guess(context: RequestContext, counts: Count[]): Promise<Guess> {
  const { limits } = context.get(services);
  const wait = waitOf(await limits.take(counts));
  return wait === null ? { wait, forgive: () => limits.giveBack(counts) } : { wait };
}

const clientOf = (context: RequestContext) => clientKey(context.get(clientAddress));

const waitOf = (verdict: Verdict) => (verdict.allowed ? null : verdict.retryAfter);
