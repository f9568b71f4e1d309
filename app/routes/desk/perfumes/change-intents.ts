import { maxAliasLength } from "#app/domain/catalog/catalog-fields.ts";
import { findDupeBetween } from "#app/domain/catalog/dupes.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { findPerfume, storedFacts } from "#app/domain/catalog/perfumes.ts";
import { describePerfume, findDupeOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import {
  addDupe,
  addSource,
  removeDupe,
  removeSource,
  saveDupe,
} from "#app/domain/desk/catalog/edit-dupes.ts";
import {
  addAlias,
  editPerfume,
  remove,
  removeAlias,
} from "#app/domain/desk/catalog/edit-perfume.ts";
import { merge } from "#app/domain/desk/catalog/merge.ts";
import { removePhoto } from "#app/domain/desk/catalog/photos.ts";
import { Refused } from "#app/domain/refused-act.ts";
import { textOf } from "#app/http/forms/read-form.ts";
import { factsInEnglish, factsToType } from "#app/http/forms/typed-facts.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { type Asked, decision, type Intent, plainForm } from "../decision.ts";
import { bottleList, bottlePath } from "../desk-paths.ts";
import { savedFields } from "./bottle-sections.tsx";
import { dupeQuestion, mergeQuestion, removeQuestion } from "./loss-questions.ts";
import * as forms from "./perfume-forms.ts";

type BottlePage = Asked & { id: number };

export function changeIntents(page: BottlePage): Record<string, Intent> {
  return { ...bottleIntents(page), ...dupeIntents(page), ...endIntents(page) };
}

const words = { "no-such-dupe": "catalogue.noSuchDupe" } as const;

const aliasForm = plainForm("alias-remove", (form) => {
  const alias = textOf(form, "alias");
  return alias === "" || alias.length > maxAliasLength ? null : { alias };
});

const sourceForm = plainForm("source-remove", (form) => {
  const source = parseId(textOf(form, "source_id"));
  return source === null ? null : { source };
});

function bottleIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  const lang = context.get(language);
  const at = (place: string) => bottlePath(id) + place;
  return {
    save: decision(page, {
      form: forms.saveForm,
      async now() {
        const bottle = await describePerfume(db, id);
        return bottle ? savedFields({ ...bottle, facts: factsToType(lang, bottle.facts) }) : {};
      },
      async work({ version, reason: _, ...values }, by) {
        const facts = factsInEnglish(lang, values, await storedFacts(db, id));
        return editPerfume(db, id, facts, version, by);
      },
      to: at(""),
      done: "catalogue.saved",
    }),
    "photo-remove": decision(page, {
      form: forms.photoRemoveForm,
      work: (_, by) => removePhoto(db, id, by),
      to: at("#photo"),
      done: "catalogue.photoRemoved",
    }),
    "alias-add": decision(page, {
      form: forms.aliasForm,
      work: ({ alias, kind }, by) => addAlias(db, id, alias, kind, by),
      to: at("#aliases"),
      done: "catalogue.aliasAdded",
    }),
    "alias-remove": decision(page, {
      form: aliasForm,
      work: ({ alias }, by) => removeAlias(db, id, alias, by),
      to: at("#aliases"),
      done: "catalogue.aliasRemoved",
    }),
  };
}

function dupeIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  const dupes = `${bottlePath(id)}#dupes`;
  const toDupe = ({ dupe_id }: { dupe_id: number }) => `${bottlePath(id)}#dupe-${dupe_id}`;
  const idOf = (about: "dupe" | "source") => (form: FormData) => forms.ofDupeIn(about, form);
  return {
    "dupe-add": decision(page, {
      form: forms.dupeAddForm,
      work: ({ marca, nombre, ...values }, by) => addDupe(db, id, { marca, nombre }, values, by),
      to: dupes,
      done: "catalogue.dupeAdded",
    }),
    "dupe-save": decision(page, {
      form: forms.dupeSaveForm,
      id: idOf("dupe"),
      words,
      work: ({ dupe_id, estimacion, estimacion_url, enlace }, by) =>
        saveDupe(db, id, dupe_id, { estimacion, estimacion_url, enlace }, by),
      to: toDupe,
      done: "catalogue.dupeSaved",
    }),
    "dupe-remove": decision(page, {
      form: forms.dupeRemoveForm,
      id: idOf("dupe"),
      words,
      async ask({ dupe_id }) {
        const dupe = await findDupeOf(db, id, dupe_id);
        if (!dupe) throw new Refused("no-such-dupe");
        return dupeQuestion(context, id, dupe_id, dupe);
      },
      work: ({ dupe_id }, by) => removeDupe(db, id, dupe_id, by),
      to: dupes,
      done: "catalogue.dupeRemoved",
    }),
    "source-add": decision(page, {
      form: forms.sourceAddForm,
      id: idOf("source"),
      words,
      work: ({ dupe_id, ...values }, by) => addSource(db, id, dupe_id, values, by),
      to: toDupe,
      done: "catalogue.sourceAdded",
    }),
    "source-remove": decision(page, {
      form: sourceForm,
      words,
      work: ({ source }, by) => removeSource(db, id, source, by),
      to: dupes,
      done: "catalogue.sourceRemoved",
    }),
  };
}

function endIntents(page: BottlePage): Record<string, Intent> {
  const { context, id } = page;
  const db = context.get(database);
  return {
    merge: decision(page, {
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
    remove: decision(page, {
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
