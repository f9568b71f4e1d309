import { redirect } from "react-router";
import { currentPerfumeId } from "#db/catalogue/redirects.ts";
import { parseId } from "../../../catalog/ids.ts";
import { perfumePath } from "../../../catalog/slugs.ts";
import { describePerfume, historyOf } from "../../../desk/catalogue/bottle.ts";
import type { Role } from "../../../desk/roles.ts";
import { canBeUndone } from "../../../desk/undo.ts";
import { asSeenBy } from "../../../desk/without-addresses.ts";
import { refusalHeaders } from "../../../forms/refusal.ts";
import { ago } from "../../../i18n/ago.ts";
import { deskText } from "../../../i18n/desk-text.server.ts";
import { formatIn } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/languages.ts";
import { inLanguage } from "../../../i18n/paths.ts";
import { database, language } from "../../../middleware/context.ts";
import { AliasesSection } from "../../../ui/desk/catalogue/aliases.tsx";
import { DupesSection } from "../../../ui/desk/catalogue/dupes.tsx";
import { EndSection } from "../../../ui/desk/catalogue/end.tsx";
import { HistorySection } from "../../../ui/desk/catalogue/history.tsx";
import { NamesSection } from "../../../ui/desk/catalogue/names.tsx";
import { PhotoSection } from "../../../ui/desk/catalogue/photo.tsx";
import { Link } from "../../../ui/link.tsx";
import { useDeskText } from "../../../ui/desk/texts.ts";
import { missingPage } from "../../missing.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/perfume";
import { aliasForm, dupeAddForm, dupeSaveForm, mergeForm, saveForm } from "./forms.ts";
import { intentsOf } from "./intents.ts";
import { changePhoto } from "./photo.ts";

export { refusalHeaders as headers };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { role } = operator(context);
  const db = context.get(database);
  const lang = context.get(language);
  const id = parseId(params.id);
  const page = parseId(url.searchParams.get("page") ?? "1");
  const bottle = id !== null && page !== null && (await describePerfume(db, id));
  if (!bottle) throw await elsewhere(db, lang, id, () => missingPage(context));
  const { number } = formatIn(lang);
  const history = await historyOf(db, bottle.id, page);
  const now = new Date();
  return {
    bottle: {
      ...bottle,
      path: perfumePath(bottle),
      views: number(bottle.vistas),
      merged: bottle.merged.join(", "),
    },
    history: {
      page,
      more: history.more,
      entries: history.entries.map((entry) => ({
        id: entry.id,
        at: entry.at,
        when: ago(lang, entry.at, now),
        ...said(lang, entry, role),
        undoable: canBeUndone(entry, now),
      })),
    },
    constraints: {
      save: saveForm.constraints,
      alias: aliasForm.constraints,
      dupeAdd: dupeAddForm.constraints,
      dupeSave: dupeSaveForm("").constraints,
      merge: mergeForm.constraints,
    },
  };
}

/** Who did what, in words, and what it changed. */
function said(
  lang: Language,
  entry: Awaited<ReturnType<typeof historyOf>>["entries"][number],
  role: Role,
) {
  const { actions, command, somebody } = deskText(lang, "log");
  const text = (part: Record<string, unknown> | null) =>
    asSeenBy(
      role,
      Object.values(part ?? {})
        .filter((value) => ["string", "number"].includes(typeof value))
        .join(" · "),
    );
  return {
    who: entry.via === "command" ? command : (entry.actorName ?? somebody),
    what: (actions as Record<string, string>)[entry.action] ?? entry.action,
    before: text(entry.before),
    after: text(entry.after),
    why: entry.reason && asSeenBy(role, entry.reason),
  };
}

/** A merged bottle's page is the other one's. */
async function elsewhere(
  db: Parameters<typeof currentPerfumeId>[0],
  lang: Language,
  id: number | null,
  missing: () => Promise<unknown>,
) {
  const now = id === null ? undefined : await currentPerfumeId(db, id);
  if (now === undefined || now === id) return missing();
  return redirect(inLanguage(lang, `/desk/perfumes/${now}`));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  operator(context);
  const id = parseId(params.id);
  if (id === null) throw await missingPage(context);
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return changePhoto(request, context, id);
  return act(request, context, intentsOf(request, context, id));
}

export default function DeskPerfume({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, t } = useDeskText("catalogue");
  const { bottle, history, constraints } = loaderData;
  const refusal = actionData && "asks" in actionData ? undefined : actionData;
  return (
    <DeskPage title={`${bottle.marca} ${bottle.nombre}`} answer={actionData}>
      <p className="small soft desk-buttons">
        <span>{t("number", { id: bottle.id })}</span>
        <span>{t("views", { shown: bottle.views })}</span>
        <Link to={bottle.path}>{texts.seen}</Link>
      </p>
      {bottle.merged && <p className="small soft">{t("mergedIds", { ids: bottle.merged })}</p>}
      <NamesSection bottle={bottle} constraints={constraints.save} refusal={refusal} />
      <PhotoSection bottle={bottle} />
      <AliasesSection aliases={bottle.aliases} constraints={constraints.alias} refusal={refusal} />
      <DupesSection bottle={bottle} constraints={constraints} refusal={refusal} />
      <EndSection constraints={constraints.merge} refusal={refusal} />
      <HistorySection {...history} id={bottle.id} />
    </DeskPage>
  );
}
