import type { RouterContextProvider } from "react-router";
import {
  goesWithDupe,
  goesWithPerfume,
  type Losses,
  votesLostBy,
} from "#app/domain/desk/catalog/what-goes.ts";
import { formatIn } from "#app/i18n/format.ts";
import { deskTranslations } from "#app/i18n/desk-text.server.ts";
import { database, language } from "#app/http/middleware/context.ts";
import type { Confirmation } from "../confirmation.tsx";
import { askFirst } from "../act.ts";
import { askRecentSignIn } from "../ask-recent-sign-in.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What stands between the wish to destroy something and doing it: the question (RULES.md 26.4), then a recent sign-in (27.6).
 * @returns null once it may be done
 */
export async function mayDestroy(
  request: Request,
  context: Context,
  form: FormData,
  question: Pick<Confirmation, "title" | "losses" | "notes" | "submit" | "back">,
) {
  return askFirst(form, question) ?? askRecentSignIn(request, context, form);
}

/** How much there is of each kind, a text for each. */
function lines(context: Context, losses: Losses): string[] {
  const lang = context.get(language);
  const t = deskTranslations(lang, "catalogue");
  const { number } = formatIn(lang);
  return Object.entries(losses).map(([kind, n]) =>
    t(`goes.${kind}` as never, { shown: number(n) }),
  );
}

/** What a page asks before a merge. */
export async function askMerge(
  context: Context,
  old: { id: number; name: string },
  into: { id: number; name: string },
) {
  const t = deskTranslations(context.get(language), "catalogue");
  const names = { name: old.name, into: into.name };
  const db = context.get(database);
  const moves = lines(context, await goesWithPerfume(db, old.id));
  const twice = await votesLostBy(db, old.id, into.id);
  return {
    title: t("askMerge", names),
    losses: twice > 0 ? lines(context, { votesTwice: twice } as Losses) : [],
    notes: [
      ...(moves.length > 0 ? [t("moves", { ...names, what: moves.join(" · ") })] : []),
      t("address", names),
      t("undoable"),
    ],
    submit: t("mergeButton"),
    back: `/desk/perfumes/${old.id}`,
  };
}

/** What a page asks before a bottle is removed. */
export async function askRemove(context: Context, { id, name }: { id: number; name: string }) {
  const t = deskTranslations(context.get(language), "catalogue");
  const losses = lines(context, await goesWithPerfume(context.get(database), id));
  return {
    title: t("askRemove", { name }),
    losses: [...losses, t("gone", { name })],
    notes: [t("forever")],
    submit: t("removeButton"),
    back: `/desk/perfumes/${id}`,
  };
}

/** What a page asks before a dupe is taken out. */
export async function askDupe(context: Context, id: number, dupe: { id: number; name: string }) {
  const t = deskTranslations(context.get(language), "catalogue");
  const losses = lines(context, await goesWithDupe(context.get(database), dupe.id));
  return {
    title: t("askDupe", { name: dupe.name }),
    losses,
    notes: [t("stays"), t("undoable")],
    submit: t("takeDupe"),
    back: `/desk/perfumes/${id}`,
  };
}
