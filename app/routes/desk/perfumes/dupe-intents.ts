import { findDupeOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { addDupe, removeDupe, saveDupe } from "#app/domain/desk/catalog/edit-dupes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { DeskAnswer, Intent } from "../answers.ts";
import { requireConfirmation } from "../require-confirmation.ts";
import { type BottlePage, bottlePath, byOf } from "./bottle-page.ts";
import { dupeQuestion } from "./loss-questions.ts";
import { dupeAddForm, dupeRemoveForm, dupeSaveForm } from "./perfume-forms.ts";
import { settle } from "./settle.ts";

/** Intents that change a bottle's dupes (RULES.md 10). */
export function dupeIntents({ request, context, id }: BottlePage): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);
  const here = bottlePath(id);
  return {
    async "dupe-add"(form, by) {
      const sent = dupeAddForm.parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ marca, nombre, ...values }) => {
        const outcome = await addDupe(db, id, { marca, nombre }, values, byOf(by));
        return settle(context, sent, outcome, `${here}#dupes`, "catalogue.dupeAdded");
      });
    },
    async "dupe-save"(form, by) {
      const sent = dupeSaveForm(textOf(form, "dupe_id")).parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ dupe_id, reason, ...values }) => {
        const outcome = await saveDupe(db, id, dupe_id, values, byOf(by, reason));
        return settle(context, sent, outcome, `${here}#dupe-${dupe_id}`, "catalogue.dupeSaved");
      });
    },
    async "dupe-remove"(form, by) {
      const sent = dupeRemoveForm(textOf(form, "dupe_id")).parse(form, lang);
      return attempt(context, sent, "desk.error", async (value): Promise<DeskAnswer> => {
        const dupe = await findDupeOf(db, id, value.dupe_id);
        if (!dupe) return refuse(context, sent, 404, { message: "catalogue.noSuchDupe" });
        const question = await dupeQuestion(context, id, value.dupe_id, dupe);
        const asked = await requireConfirmation(request, context, form, question);
        if (asked) return asked;
        const outcome = await removeDupe(db, id, value.dupe_id, byOf(by, value.reason));
        return settle(context, sent, outcome, `${here}#dupes`, "catalogue.dupeRemoved");
      });
    },
  };
}
