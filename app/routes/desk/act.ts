import { parseId } from "#app/domain/catalog/ids.ts";
import type { LogEntry } from "#app/domain/desk/log/audit.ts";
import { maxTicked } from "#app/domain/desk/queue/decide.ts";
import { itemName, itemOf } from "#app/domain/desk/queue/items.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { readForm } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { unknownForm } from "#app/http/forms/sent-form.ts";
import { database } from "#app/http/middleware/context.ts";
import { withoutLanguage } from "#app/i18n/paths.ts";
import { type Asked, decision, type DeskAnswer, goOn, type Intent, plainForm } from "./decision.ts";
import { operator } from "./guard.ts";
import { bottleList, bottlePath } from "./desk-paths.ts";

/** A page's action: calls the handler that the form's `intent` names; 422 for an unknown one. Every page can undo. */
export async function act<Answer = DeskAnswer>(
  request: Request,
  context: Asked["context"],
  intents: Record<string, Intent<Answer>>,
): Promise<Answer | DeskAnswer> {
  const by = operator(context);
  const form = await readForm(request);
  const name = String(form.get("intent"));
  if (name === "undo") return undoIntent({ request, context })(form, by);
  if (!Object.hasOwn(intents, name))
    return refuse(context, unknownForm(), 422, { message: "desk.unknown" });
  return intents[name]!(form, by);
}

const undoForm = plainForm("undo", (form) => {
  const entries = form.getAll("entry").map(parseId);
  const known = entries.filter((id) => id !== null);
  const areRead = known.length > 0 && known.length === entries.length;
  return areRead && known.length <= maxTicked ? known : null;
});

/** Undoes the log entries that a form on any of the desk's pages names, and shows that page again. */
const undoIntent = ({ request, context }: Asked) =>
  decision(
    { request, context },
    {
      form: undoForm,
      to: "",
      done: "catalogue.undone",
      async work(entries, { actor, now }) {
        const undone: LogEntry[] = [];
        let first: Refused | undefined;
        for (const entry of entries)
          try {
            undone.push((await undo(context.get(database), entry, actor, now)).undid);
          } catch (error) {
            if (!(error instanceof Refused) || error.code === "not-allowed") throw error;
            first ??= error;
          }
        if (first && undone.length === 0) throw first;
        const path = pageAfter(request, undone[0]!);
        if (!first) return goOn(context, path, "catalogue.undone");
        const values = {
          done: String(undone.length),
          left: String(entries.length - undone.length),
        };
        return goOn(context, path, "desk.someUndone", { values });
      },
    },
  );

/** The page that the form is on, unless its bottle is gone; in the queue, the focus is on the item that waits again. */
function pageAfter(request: Request, { action, subject, perfumeId }: LogEntry): string {
  const { pathname, searchParams: query } = new URL(request.url);
  const path = withoutLanguage(pathname);
  if (action === "add" && path === bottlePath(perfumeId!)) return bottleList;
  const item = query.has("next") ? itemOf(subject) : null;
  query.delete("next");
  if (item) query.set("next", itemName(item));
  return query.size > 0 ? `${path}?${query}` : path;
}
