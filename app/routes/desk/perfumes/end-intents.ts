import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { findPerfume } from "#app/domain/catalog/perfumes.ts";
import { remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { missingPage } from "../../missing-page.ts";
import type { DeskAnswer, Intent } from "../answers.ts";
import { requireConfirmation } from "../require-confirmation.ts";
import { bottleList, type BottlePage, bottlePath, byOf } from "./bottle-page.ts";
import { mergeQuestion, removeQuestion } from "./loss-questions.ts";
import { mergeForm, reasonedForm } from "./perfume-forms.ts";
import { settle } from "./settle.ts";

/** Intents that merge or remove a bottle (RULES.md 10.15). */
export function endIntents({ request, context, id }: BottlePage): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);
  return {
    async merge(form, by) {
      const sent = mergeForm.parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ into, reason }): Promise<DeskAnswer> => {
        const old = await findPerfume(db, id);
        if (!old) throw await missingPage(context);
        if (await findDupeBetween(db, id, into))
          return refuse(context, sent, 422, {
            message: "catalogue.mergeDupe",
            fields: { into: "catalogue.mergeDupe" },
          });
        const other = into === id ? undefined : await findPerfume(db, into);
        if (other) {
          const question = await mergeQuestion(context, old, other);
          const asked = await requireConfirmation(request, context, form, question);
          if (asked) return asked;
        }
        const outcome = await merge(db, id, into, byOf(by, reason));
        return settle(context, sent, outcome, bottlePath(into), "catalogue.merged");
      });
    },
    async remove(form, by) {
      const sent = reasonedForm("remove").parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ reason }): Promise<DeskAnswer> => {
        const bottle = await findPerfume(db, id);
        if (!bottle) throw await missingPage(context);
        const question = await removeQuestion(context, bottle);
        const asked = await requireConfirmation(request, context, form, question);
        if (asked) return asked;
        const outcome = await remove(db, id, byOf(by, reason));
        return settle(context, sent, outcome, bottleList, "catalogue.removed");
      });
    },
  };
}
