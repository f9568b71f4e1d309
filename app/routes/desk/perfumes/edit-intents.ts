import { maxAliasLength } from "#app/domain/catalog/catalog-fields.ts";
import { addAlias, removeAlias } from "#app/domain/desk/catalog/edit-aliases.ts";
import { describePerfume } from "#app/domain/desk/catalog/desk-bottle.ts";
import { editPerfume } from "#app/domain/desk/catalog/edit-perfume.ts";
import { removePhoto } from "#app/domain/desk/catalog/photos.ts";
import { storedFacts } from "#app/domain/catalog/perfumes.ts";
import { attempt } from "#app/http/forms/attempt.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { refuse } from "#app/http/forms/refusal.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { DeskAnswer, Intent } from "../answers.ts";
import { rawForm } from "../raw-form.ts";
import { renewed } from "../renewed-form.ts";
import { type BottlePage, bottlePath, byOf } from "./bottle-page.ts";
import { savedFields } from "./names-and-popularity.tsx";
import { aliasForm, reasonedForm, saveForm } from "./perfume-forms.ts";
import { settle } from "./settle.ts";

/** Intents that change a bottle (RULES.md 10). */
export function editIntents({ context, id }: BottlePage): Record<string, Intent> {
  const db = context.get(database);
  const lang = context.get(language);
  const here = bottlePath(id);
  const renewedBottle = async (sent: SentForm) => {
    const bottle = await describePerfume(db, id);
    if (!bottle) return sent;
    const now = savedFields({ ...bottle, facts: factsToType(lang, bottle.facts) });
    return renewed(sent, now, bottle.version);
  };
  return {
    async save(form, by) {
      const sent = saveForm.parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ version, reason, ...values }) => {
        const facts = factsInEnglish(lang, values, await storedFacts(db, id));
        const outcome = await editPerfume(db, id, facts, version, byOf(by, reason));
        const isStale = outcome.outcome === "stale";
        const shown = isStale ? await renewedBottle(sent) : sent;
        return settle(context, shown, outcome, here, "catalogue.saved");
      });
    },
    async "photo-remove"(form, by) {
      const sent = reasonedForm("photo-remove").parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ reason }) => {
        const outcome = await removePhoto(db, id, byOf(by, reason));
        return settle(context, sent, outcome, `${here}#photo`, "catalogue.photoRemoved");
      });
    },
    async "alias-add"(form, by) {
      const sent = aliasForm.parse(form, lang);
      return attempt(context, sent, "desk.error", async ({ alias, kind }): Promise<DeskAnswer> => {
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
      const sent = rawForm(form, "alias-remove");
      const alias = textOf(form, "alias");
      if (alias === "" || alias.length > maxAliasLength)
        return refuse(context, sent, 422, { message: "desk.unknown" });
      return attempt(context, sent, "desk.error", async () => {
        const outcome = await removeAlias(db, id, alias, byOf(by));
        return settle(context, sent, outcome, `${here}#aliases`, "catalogue.aliasRemoved");
      });
    },
  };
}
