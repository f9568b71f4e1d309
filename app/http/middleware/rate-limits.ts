import type { Count, Wait } from "#app/limits/limits.ts";
import { speakerIn } from "./client-hash.ts";
import { clientOf, networkCounts } from "./client-counts.ts";
import { currentUser, type RequestContext, services } from "./context.ts";
import { emailCounts, messageCounts, takeCounts } from "./site-counts.ts";

export type Action =
  | "sign-up"
  | "resend"
  | "message"
  | "notice"
  | "suggestion"
  | "vote"
  | "verdict"
  | "delete-verdict"
  | "blind-start"
  | "blind-answer"
  | "blind-code"
  | "review"
  | "delete-review"
  | "report"
  | "dupe-alert"
  | "price"
  | "price-gone"
  | "shelf"
  | "names"
  | "avatar";

export interface ActionLimit {
  peek(): Promise<Wait>;
  /** @param also counts that are known once the form is read */
  take(also?: Count[]): Promise<Wait>;
  /** Counts a failed or otherwise refused action as a mistake, of which more are allowed. */
  forgive(): Promise<void>;
}

export function limitOf(context: RequestContext, action: Action): ActionLimit {
  const { limits } = context.get(services);
  const mistakes = mistakesOf(context, action);
  const countsNow = () => countsOf(context, action);
  let taken: Count[] | null = null;
  return {
    peek: async () => limits.peek([...mistakes, ...(await countsNow())]),
    async take(also = []) {
      const tooManyMistakes = await limits.peek(mistakes);
      if (tooManyMistakes !== null) return tooManyMistakes;
      const done = await takeCounts(context, async () => [...(await countsNow()), ...also]);
      taken = done.wait === null ? done.taken : null;
      return done.wait;
    },
    async forgive() {
      if (taken === null) return;
      await limits.giveBack(taken);
      taken = null;
      await limits.take(mistakes);
    },
  };
}

async function countsOf(context: RequestContext, action: Action): Promise<Count[]> {
  const client = clientOf(context);
  const userId = context.get(currentUser)?.userId;
  switch (action) {
    case "sign-up":
      return [["signUps", client], ...(await emailCounts(context, "sign-up"))];
    case "resend":
      return [["resends", client], ...(await emailCounts(context, "sign-up"))];
    case "message":
    case "notice": {
      const own: Count[] = userId
        ? [["messagesOfUser", userId]]
        : [
            ["messagesOfClient", client],
            ["messagesOfClientInADay", client],
          ];
      return [...own, ...(await messageCounts(context, action))];
    }
    case "suggestion": {
      const own: Count[] = userId
        ? [["suggestionsOfUser", userId]]
        : [
            ["suggestionsOfClient", client],
            ["suggestionsOfClientInADay", client],
          ];
      return [
        ...own,
        ...networkCounts(context, "suggestionsOfNetwork", "suggestionsOfWideNetwork"),
      ];
    }
    case "shelf":
      return [userId ? ["shelfOfUser", userId] : ["shelfOfClient", client]];
    case "review":
      return userId
        ? [["reviews", await personOf(context, userId)]]
        : [["drafts", client], ...networkCounts(context, "draftsOfNetwork", "draftsOfWideNetwork")];
    case "report":
      return userId ? [["reports", await personOf(context, userId)]] : [];
    case "blind-start":
      return userId ? [["blindTests", await personOf(context, userId)]] : [];
    case "price":
      return userId
        ? [["pricesOfUser", await personOf(context, userId)]]
        : [
            ["pricesOfClient", client],
            ...networkCounts(context, "pricesOfNetwork", "pricesOfWideNetwork"),
          ];
    case "price-gone":
      return userId ? [["goneOfUser", await personOf(context, userId)]] : [];
    default:
      return userId ? [["actionsOfUser", `${action}\n${userId}`]] : [];
  }
}

/** Several accounts of one mailbox are one person (RULES.md 5.7). */
async function personOf(context: RequestContext, userId: string): Promise<string> {
  return (await speakerIn(context)).mailboxes[0] ?? userId;
}

function mistakesOf(context: RequestContext, action: Action): Count[] {
  const userId = context.get(currentUser)?.userId;
  if (userId) return [["mistakes", `${action}\n${userId}`]];
  const networks = networkCounts(context, "mistakesOfNetwork", "mistakesOfWideNetwork");
  return [["mistakes", clientOf(context)] as const, ...networks].map(([limit, key]) => [
    limit,
    `${action}\n${key}`,
  ]);
}
