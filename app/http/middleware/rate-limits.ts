import type { Count } from "#app/limits/limits.ts";
import { clientOf, emailCounts, networkCounts, waitOf } from "./client-counts.ts";
import { currentUser, type RequestContext, services } from "./context.ts";

type Action =
  | "sign-up"
  | "resend"
  | "message"
  | "suggestion"
  | "vote"
  | "review"
  | "delete-review"
  | "report"
  | "dupe-alert"
  | "price"
  | "price-gone"
  | "shelf"
  | "names"
  | "avatar";

/** `peek` and `take` return the seconds to wait, or null when the action is allowed. */
export interface ActionLimit {
  peek(): Promise<number | null>;
  take(): Promise<number | null>;
  /** Counts a failed or otherwise refused action as a mistake, of which more are allowed. */
  forgive(): Promise<void>;
}

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
      return [["signUps", client], ...emailCounts(context)];
    case "resend":
      return [["resends", client], ...emailCounts(context)];
    case "message": {
      const own: Count[] = userId
        ? [["messagesOfUser", userId]]
        : [
            ["messagesOfClient", client],
            ["messagesOfClientInADay", client],
          ];
      const networks = networkCounts(context, "messagesOfNetwork", "messagesOfWideNetwork");
      return [...own, ...networks, ["messagesOfSite", ""]];
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
        ? [["reviews", userId]]
        : [["drafts", client], ...networkCounts(context, "draftsOfNetwork", "draftsOfWideNetwork")];
    case "report":
      return userId ? [["reports", userId]] : [];
    case "price":
      return userId
        ? [["pricesOfUser", userId]]
        : [
            ["pricesOfClient", client],
            ...networkCounts(context, "pricesOfNetwork", "pricesOfWideNetwork"),
          ];
    case "price-gone":
      return userId
        ? [["actionsOfUser", `${action}\n${userId}`]]
        : [
            ["goneOfClient", client],
            ...networkCounts(context, "goneOfNetwork", "goneOfWideNetwork"),
          ];
    default:
      return userId ? [["actionsOfUser", `${action}\n${userId}`]] : [];
  }
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
