import type { RouterContextProvider } from "react-router";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { truncate } from "#app/i18n/clean-text.ts";
import { addAlias, removeAlias } from "#app/domain/desk/catalog/edit-aliases.ts";
import type { By } from "#app/domain/desk/catalog/change.ts";
import { addDupe, removeDupe, saveDupe } from "#app/domain/desk/catalog/edit-dupes.ts";
import { editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { describePerfume, findDupeOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { removePhoto } from "#app/domain/desk/catalog/photos.ts";
import { maxReason } from "#app/domain/desk/queue/decide.ts";
import { undo } from "#app/domain/desk/undo/undo.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { missingPage } from "../../missing-page.ts";
import type { DeskAnswer, Intent } from "../act.ts";
import type { Operator } from "../guard.ts";
import { askDupe, askMerge, askRemove, mayDestroy } from "./destroy.ts";
import {
  aliasForm,
  aliasRemoveForm,
  dupeAddForm,
  dupeRemoveForm,
  dupeSaveForm,
  mergeForm,
  reasonedForm,
  saveForm,
  undoForm,
} from "./perfume-forms.ts";
import { settle } from "./settle.ts";

type Context = Readonly<RouterContextProvider>;

const nameOf = ({ marca, nombre }: { marca: string; nombre: string }) => `${marca} ${nombre}`;

const byOf = ({ userId }: Operator, reason = ""): By => ({
  actor: userId,
  now: new Date(),
  reason: truncate(reason, maxReason) || null,
});

/** What can be done on the page of a bottle (RULES.md 26). */
export function intentsOf(request: Request, context: Context, id: number): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);
  const here = `/desk/perfumes/${id}`;
  const bottle = async (one = id) => describePerfume(db, one);
  const failed = "desk.error" as const;

  return {
    async save(form, by) {
      const sent = saveForm.parse(form, lang);
      return attempt(context, sent, failed, async (fields): Promise<DeskAnswer> => {
        const { version, reason, ...values } = fields;
        const outcome = await editPerfume(db, id, values, version, byOf(by, reason));
        return settle(context, sent, outcome, here, "catalogue.saved");
      });
    },
    async "photo-remove"(form, by) {
      const sent = reasonedForm("photo-remove").parse(form, lang);
      return attempt(context, sent, failed, async ({ reason }): Promise<DeskAnswer> => {
        const outcome = await removePhoto(db, id, byOf(by, reason));
        return settle(context, sent, outcome, `${here}#photo`, "catalogue.photoRemoved");
      });
    },
    async "alias-add"(form, by) {
      const sent = aliasForm.parse(form, lang);
      return attempt(context, sent, failed, async ({ alias, kind }): Promise<DeskAnswer> => {
        const outcome = await addAlias(db, id, alias, kind, byOf(by));
        if (outcome.outcome === "taken")
          return refuse(context, sent, 409, {
            message: "catalogue.aliasTaken",
            values: { alias, id: String(outcome.id) },
            fields: { alias: "catalogue.aliasTaken" },
          });
        return settle(context, sent, outcome, `${here}#aliases`, "catalogue.aliasAdded");
      });
    },
    async "alias-remove"(form, by) {
      const sent = aliasRemoveForm.parse(form, lang);
      return attempt(context, sent, failed, async ({ alias }): Promise<DeskAnswer> => {
        const outcome = await removeAlias(db, id, alias, byOf(by));
        return settle(context, sent, outcome, `${here}#aliases`, "catalogue.aliasRemoved");
      });
    },
    async "dupe-add"(form, by) {
      const sent = dupeAddForm.parse(form, lang);
      return attempt(context, sent, failed, async (fields): Promise<DeskAnswer> => {
        const { marca, nombre, ...values } = fields;
        const outcome = await addDupe(db, id, { marca, nombre }, values, byOf(by));
        return settle(context, sent, outcome, `${here}#dupes`, "catalogue.dupeAdded");
      });
    },
    async "dupe-save"(form, by) {
      const sent = dupeSaveForm(String(form.get("dupe_id"))).parse(form, lang);
      return attempt(context, sent, failed, async (fields): Promise<DeskAnswer> => {
        const { dupe_id, reason, ...values } = fields;
        const outcome = await saveDupe(db, id, dupe_id, values, byOf(by, reason));
        return settle(context, sent, outcome, `${here}#dupe-${dupe_id}`, "catalogue.dupeSaved");
      });
    },
    async "dupe-remove"(form, by) {
      const sent = dupeRemoveForm(String(form.get("dupe_id"))).parse(form, lang);
      return attempt(context, sent, failed, async ({ dupe_id, reason }): Promise<DeskAnswer> => {
        const dupe = await findDupeOf(db, id, dupe_id);
        if (!dupe) return refuse(context, sent, 404, { message: "catalogue.noSuchDupe" });
        const question = await askDupe(context, id, { id: dupe_id, name: nameOf(dupe) });
        const asked = await mayDestroy(request, context, form, question);
        if (asked) return asked;
        const outcome = await removeDupe(db, id, dupe_id, byOf(by, reason));
        return settle(context, sent, outcome, `${here}#dupes`, "catalogue.dupeRemoved");
      });
    },
    async merge(form, by) {
      const sent = mergeForm.parse(form, lang);
      return attempt(context, sent, failed, async ({ into, reason }): Promise<DeskAnswer> => {
        const [old, other] = [await bottle(), await bottle(into)];
        if (!old) throw await missingPage(context);
        if (await findDupeBetween(db, id, into))
          return refuse(context, sent, 422, {
            message: "catalogue.mergeDupe",
            fields: { into: "catalogue.mergeDupe" },
          });
        if (other && into !== id) {
          const names = [old, other].map((one) => ({ id: one.id, name: nameOf(one) }));
          const asked = await mayDestroy(
            request,
            context,
            form,
            await askMerge(context, names[0]!, names[1]!),
          );
          if (asked) return asked;
        }
        const outcome = await merge(db, id, into, byOf(by, reason));
        return settle(context, sent, outcome, `/desk/perfumes/${into}`, "catalogue.merged");
      });
    },
    async remove(form, by) {
      const sent = reasonedForm("remove").parse(form, lang);
      return attempt(context, sent, failed, async ({ reason }): Promise<DeskAnswer> => {
        const found = await bottle();
        if (!found) throw await missingPage(context);
        const asked = await mayDestroy(
          request,
          context,
          form,
          await askRemove(context, { id, name: nameOf(found) }),
        );
        if (asked) return asked;
        const outcome = await remove(db, id, byOf(by, reason));
        return settle(context, sent, outcome, "/desk/perfumes", "catalogue.removed");
      });
    },
    async undo(form, by) {
      const sent = undoForm.parse(form, lang);
      return attempt(context, sent, failed, async ({ entry }): Promise<DeskAnswer> => {
        const outcome = await undo(db, entry, by.userId, new Date());
        return settle(context, sent, outcome, `${here}#history`, "catalogue.undone");
      });
    },
  };
}
