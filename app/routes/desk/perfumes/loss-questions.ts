import type { RouterContextProvider } from "react-router";
import { goesWithDupe, goesWithPerfume, votesLostBy } from "#app/domain/desk/catalog/what-goes.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { deskTranslations } from "#app/i18n/desk-text.server.ts";
import { formatIn } from "#app/i18n/format.ts";
import { bottlePath } from "./bottle-page.ts";

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
  const t = deskTranslations(context.get(language), "catalogue");
  const names = { name: nameOf(old), into: nameOf(into) };
  const db = context.get(database);
  const moves = lines(context, await goesWithPerfume(db, old.id));
  const twice = await votesLostBy(db, old.id, into.id);
  return {
    title: t("askMerge", names),
    losses: twice > 0 ? lines(context, { votesTwice: twice }) : [],
    notes: [
      ...(moves.length > 0 ? [t("moves", { ...names, what: moves.join(" · ") })] : []),
      t("address", names),
      t("undoable"),
    ],
    submit: t("mergeButton"),
    back: bottlePath(old.id),
  };
}

export async function removeQuestion(
  context: Readonly<RouterContextProvider>,
  bottle: Named & { id: number },
) {
  const t = deskTranslations(context.get(language), "catalogue");
  const name = nameOf(bottle);
  const losses = lines(context, await goesWithPerfume(context.get(database), bottle.id));
  return {
    title: t("askRemove", { name }),
    losses: [...losses, t("gone", { name })],
    notes: [t("undoableWeek")],
    submit: t("removeButton"),
    back: bottlePath(bottle.id),
  };
}

/** The question before removing a dupe. @param id the original's */
export async function dupeQuestion(
  context: Readonly<RouterContextProvider>,
  id: number,
  dupeId: number,
  dupe: Named,
) {
  const t = deskTranslations(context.get(language), "catalogue");
  return {
    title: t("askDupe", { name: nameOf(dupe) }),
    losses: lines(context, await goesWithDupe(context.get(database), dupeId)),
    notes: [t("stays"), t("undoable")],
    submit: t("takeDupe"),
    back: bottlePath(id),
  };
}

function lines(context: Readonly<RouterContextProvider>, losses: object): string[] {
  const lang = context.get(language);
  const t = deskTranslations(lang, "catalogue");
  const { number } = formatIn(lang);
  return Object.entries(losses).map(([kind, n]) =>
    t(`goes.${kind}` as never, { shown: number(n) }),
  );
}
