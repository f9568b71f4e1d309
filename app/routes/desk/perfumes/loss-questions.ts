import type { RouterContextProvider } from "react-router";
import {
  goesWithDupe,
  goesWithPerfume,
  lossKinds,
  type Losses,
  votesLostBy,
} from "#app/domain/desk/catalog/what-goes.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { formatIn } from "#app/i18n/format.ts";
import { translatorIn } from "#app/i18n/translators.server.ts";
import { bottlePath } from "../desk-paths.ts";

interface Named {
  marca: string;
  nombre: string;
}

const nameOf = ({ marca, nombre }: Named) => `${marca} ${nombre}`;

export async function mergeQuestion(
  context: Readonly<RouterContextProvider>,
  old: Named & { id: number },
  into: Named & { id: number },
) {
  const { t } = translatorIn(context.get(language));
  const { number } = formatIn(context.get(language));
  const names = { name: nameOf(old), into: nameOf(into) };
  const db = context.get(database);
  const moves = lines(context, await goesWithPerfume(db, old.id));
  const twice = await votesLostBy(db, old.id, into.id);
  return {
    title: t("desk:catalogue.askMerge", names),
    losses: twice > 0 ? [t("desk:catalogue.goes.votesTwice", { shown: number(twice) })] : [],
    notes: [
      ...(moves.length > 0
        ? [t("desk:catalogue.moves", { ...names, what: moves.join(" · ") })]
        : []),
      t("desk:catalogue.address", names),
      t("desk:catalogue.undoable"),
    ],
    submit: t("desk:catalogue.mergeButton"),
    back: bottlePath(old.id),
  };
}

export async function removeQuestion(
  context: Readonly<RouterContextProvider>,
  bottle: Named & { id: number },
) {
  const { t } = translatorIn(context.get(language));
  const name = nameOf(bottle);
  const losses = lines(context, await goesWithPerfume(context.get(database), bottle.id));
  return {
    title: t("desk:catalogue.askRemove", { name }),
    losses: [...losses, t("desk:catalogue.gone", { name })],
    notes: [t("desk:catalogue.undoableWeek")],
    submit: t("desk:catalogue.removeButton"),
    back: bottlePath(bottle.id),
  };
}

export async function dupeQuestion(
  context: Readonly<RouterContextProvider>,
  id: number,
  dupeId: number,
  dupe: Named,
) {
  const { t } = translatorIn(context.get(language));
  return {
    title: t("desk:catalogue.askDupe", { name: nameOf(dupe) }),
    losses: lines(context, await goesWithDupe(context.get(database), dupeId)),
    notes: [t("desk:catalogue.stays"), t("desk:catalogue.undoable")],
    submit: t("desk:catalogue.takeDupe"),
    back: bottlePath(id),
  };
}

function lines(context: Readonly<RouterContextProvider>, losses: Losses): string[] {
  const lang = context.get(language);
  const { t } = translatorIn(lang);
  const { number } = formatIn(lang);
  return lossKinds.flatMap((kind) => {
    const n = losses[kind];
    return n === undefined ? [] : t(`desk:catalogue.goes.${kind}`, { shown: number(n) });
  });
}
