import type { RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { itemName, itemOf } from "#app/domain/desk/queue/items.ts";
import { maxTicked } from "#app/domain/desk/queue/decide.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database } from "#app/http/middleware/context.ts";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { type DeskAnswer, goOn, type Intent } from "./answers.ts";
import { noSuchAddress } from "./guard.ts";
import { bottleList, bottlePath } from "./perfumes/bottle-page.ts";
import { rawForm } from "./raw-form.ts";

type Outcome = Awaited<ReturnType<typeof undo>>;

const refusals = {
  "no-such-entry": [404, "desk.noEntry"],
  "cannot-be-undone": [422, "desk.cannotUndo"],
  "undone-already": [409, "desk.undoTooLate"],
  "changed-since": [409, "desk.undoTooLate"],
} as const;

/** Undoes the log entries that a form on any of the desk's pages names, and shows that page again. */
export const undoIntent =
  (request: Request, context: Readonly<RouterContextProvider>): Intent =>
  async (form, { userId }) => {
    const sent = rawForm(form, "undo");
    const entries = form.getAll("entry").map(parseId);
    if (entries.length === 0 || entries.length > maxTicked || entries.includes(null))
      return refuse(context, sent, 422, { message: "desk.unknown" });
    return attempt(context, sent, "desk.error", async (): Promise<DeskAnswer> => {
      const outcomes: Outcome[] = [];
      for (const entry of entries)
        outcomes.push(await undo(context.get(database), entry!, userId, new Date()));
      return answer(request, context, sent, outcomes);
    });
  };

function answer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  sent: ReturnType<typeof rawForm>,
  outcomes: Outcome[],
): DeskAnswer | Promise<DeskAnswer> {
  const undone = outcomes.filter((one) => one.outcome === "undone");
  const [refused] = outcomes.flatMap(({ outcome }) => (outcome === "undone" ? [] : [outcome]));
  if (refused === "not-allowed") throw noSuchAddress(context);
  if (refused && undone.length === 0) {
    const [status, message] = refusals[refused];
    return refuse(context, sent, status, { message });
  }
  const { path, next } = pageAfter(request, undone[0]!.undid);
  if (!refused) return goOn(context, path, "catalogue.undone", { next });
  const [done, left] = [undone.length, outcomes.length - undone.length].map(String);
  return goOn(context, path, "desk.someUndone", { next, values: { done: done!, left: left! } });
}

/** The page that the form is on, unless its bottle is gone; in the queue, the focus is on the item that waits again. */
function pageAfter(request: Request, { action, subject, perfumeId }: LogEntry) {
  const { pathname, searchParams: query } = new URL(request.url);
  const path = withoutLanguage(pathname);
  if (action === "add" && path === bottlePath(perfumeId!)) return { path: bottleList, next: null };
  const item = query.has("next") ? itemOf(subject) : null;
  query.delete("next");
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    next: item && itemName(item),
  };
}
