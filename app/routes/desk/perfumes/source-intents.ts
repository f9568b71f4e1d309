import { parseId } from "#app/domain/catalog/ids.ts";
import { addSource, removeSource } from "#app/domain/desk/catalog/edit-sources.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { Intent } from "../answers.ts";
import { rawForm } from "../raw-form.ts";
import { type BottlePage, bottlePath, byOf } from "./bottle-page.ts";
import { sourceAddForm } from "./perfume-forms.ts";
import { settle } from "./settle.ts";

/** Intents that change the sources of a bottle's dupes (RULES.md 1.15). */
export function sourceIntents({ context, id }: BottlePage): Record<string, Intent> {
  const db = context.get(database);
  const here = bottlePath(id);
  return {
    async "source-add"(form, by) {
      const sent = sourceAddForm(textOf(form, "dupe_id")).parse(form, context.get(language));
      return attempt(context, sent, "desk.error", async ({ dupe_id, ...values }) => {
        const outcome = await addSource(db, id, dupe_id, values, byOf(by));
        return settle(context, sent, outcome, `${here}#dupe-${dupe_id}`, "catalogue.sourceAdded");
      });
    },
    async "source-remove"(form, by) {
      const sent = rawForm(form, "source-remove");
      const sourceId = parseId(textOf(form, "source_id"));
      if (sourceId === null) return refuse(context, sent, 422, { message: "desk.unknown" });
      return attempt(context, sent, "desk.error", async () => {
        const outcome = await removeSource(db, id, sourceId, byOf(by));
        return settle(context, sent, outcome, `${here}#dupes`, "catalogue.sourceRemoved");
      });
    },
  };
}
