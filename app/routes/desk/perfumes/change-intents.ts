import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { maxAliasLength } from "#app/domain/catalog/catalog-fields.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfume, storedFacts } from "#app/domain/catalog/perfumes.ts";
import { describePerfume, findDupeOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { addAlias, removeAlias } from "#app/domain/desk/catalog/edit-aliases.ts";
import { addDupe, removeDupe, saveDupe } from "#app/domain/desk/catalog/edit-dupes.ts";
import { editPerfume, remove } from "#app/domain/desk/catalog/edit-perfume.ts";
import { addSource, removeSource } from "#app/domain/desk/catalog/edit-sources.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { removePhoto } from "#app/domain/desk/catalog/photos.ts";
import { Stale } from "#app/domain/desk/log/audit.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import type { SentForm } from "#app/http/forms/sent-form.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { DeskAnswer, Intent } from "../answers.ts";
import { refuseStale } from "../describe-decision.ts";
import { renewed } from "../renewed-form.ts";
import { bottleList, type BottlePage, bottlePath, byOf } from "./bottle-page.ts";
import { dupeQuestion, mergeQuestion, removeQuestion } from "./loss-questions.ts";
import * as forms from "./perfume-forms.ts";
import { savedFields } from "./bottle-sections.tsx";
import { change, settle, take } from "./settle.ts";

export function changeIntents(page: BottlePage): Record<string, Intent> {
  return { ...bottleIntents(page), ...dupeIntents(page), ...endIntents(page) };
}

function bottleIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  return {
    save: saveIntent(page),
    "photo-remove": change(page, {
      form: forms.photoRemoveForm,
      work: (_, by) => removePhoto(db, id, by),
      to: "#photo",
      done: "catalogue.photoRemoved",
    }),
    "alias-add": change(page, {
      form: forms.aliasForm,
      work: ({ alias, kind }, by) => addAlias(db, id, alias, kind, by),
      to: "#aliases",
      done: "catalogue.aliasAdded",
    }),
    "alias-remove": take(page, "alias-remove", aliasIn, {
      work: (alias, by) => removeAlias(db, id, alias, by),
      to: "#aliases",
      done: "catalogue.aliasRemoved",
    }),
  };
}

function aliasIn(form: FormData): string | null {
  const alias = textOf(form, "alias");
  return alias === "" || alias.length > maxAliasLength ? null : alias;
}

function saveIntent(page: BottlePage): Intent {
  const { context, id } = page;
  const db = context.get(database);
  const lang = context.get(language);
  const asItIsNow = async (sent: SentForm) => {
    const bottle = await describePerfume(db, id);
    if (!bottle) return sent;
    const now = savedFields({ ...bottle, facts: factsToType(lang, bottle.facts) });
    return renewed(sent, now, bottle.version);
  };
  return async (form, by) => {
    const sent = forms.saveForm.parse(form, lang);
    const way = { to: "", done: "catalogue.saved" } as const;
    return settle<typeof sent.value & object, DeskAnswer>(page, sent, way, async (value) => {
      const { version, reason, ...values } = value;
      const facts = factsInEnglish(lang, values, await storedFacts(db, id));
      try {
        return await editPerfume(db, id, facts, version, byOf(by, reason));
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        return refuseStale(context, await asItIsNow(sent), error.did);
      }
    });
  };
}

function dupeIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  return {
    "dupe-add": change(page, {
      form: forms.dupeAddForm,
      work: ({ marca, nombre, ...values }, by) => addDupe(db, id, { marca, nombre }, values, by),
      to: "#dupes",
      done: "catalogue.dupeAdded",
    }),
    "dupe-save": change(page, {
      form: forms.dupeSaveForm,
      id: (form) => forms.ofDupeIn("dupe", form),
      work: ({ dupe_id, estimacion, estimacion_url, enlace }, by) =>
        saveDupe(db, id, dupe_id, { estimacion, estimacion_url, enlace }, by),
      to: ({ dupe_id }) => `#dupe-${dupe_id}`,
      done: "catalogue.dupeSaved",
    }),
    "dupe-remove": change(page, {
      form: forms.dupeRemoveForm,
      id: (form) => forms.ofDupeIn("dupe", form),
      async ask({ dupe_id }) {
        const dupe = await findDupeOf(db, id, dupe_id);
        if (!dupe) throw new Refused("no-such-dupe");
        return dupeQuestion(context, id, dupe_id, dupe);
      },
      work: ({ dupe_id }, by) => removeDupe(db, id, dupe_id, by),
      to: "#dupes",
      done: "catalogue.dupeRemoved",
    }),
    "source-add": change(page, {
      form: forms.sourceAddForm,
      id: (form) => forms.ofDupeIn("source", form),
      work: ({ dupe_id, ...values }, by) => addSource(db, id, dupe_id, values, by),
      to: ({ dupe_id }) => `#dupe-${dupe_id}`,
      done: "catalogue.sourceAdded",
    }),
    "source-remove": take(page, "source-remove", (form) => parseId(textOf(form, "source_id")), {
      work: (source, by) => removeSource(db, id, source, by),
      to: "#dupes",
      done: "catalogue.sourceRemoved",
    }),
  };
}

function endIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  return {
    merge: change(page, {
      form: forms.mergeForm,
      async ask({ into }) {
        const old = await findPerfume(db, id);
        if (!old) throw new Refused("no-such-perfume");
        if (await findDupeBetween(db, id, into)) throw new Refused("dupe-of-the-other");
        const other = into === id ? undefined : await findPerfume(db, into);
        return other ? mergeQuestion(context, old, other) : null;
      },
      work: ({ into }, by) => merge(db, id, into, by),
      to: ({ into }) => bottlePath(into),
      done: "catalogue.merged",
    }),
    remove: change(page, {
      form: forms.removeForm,
      async ask() {
        const bottle = await findPerfume(db, id);
        if (!bottle) throw new Refused("no-such-perfume");
        return removeQuestion(context, bottle);
      },
      work: (_, by) => remove(db, id, by),
      to: bottleList,
      done: "catalogue.removed",
    }),
  };
}
