import { redirect } from "react-router";
import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { currentPrices, describePerfume, historyOf } from "#app/domain/desk/catalog/desk-bottle.ts";
import { presentEntries } from "#app/domain/desk/log/shown-log.ts";
import { refusalHeaders } from "#app/http/forms/refusal.ts";
import { type Format, formatIn } from "#app/i18n/format.ts";
import type { Language } from "#app/i18n/languages.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { AliasesSection } from "./alias-forms.tsx";
import { DupesSection } from "./dupe-forms.tsx";
import { EndSection } from "./end-forms.tsx";
import { HistorySection } from "./history.tsx";
import { NamesSection } from "./names-and-popularity.tsx";
import { PhotoSection } from "./photo-form.tsx";
import { PricesSection } from "./price-table.tsx";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../desk-text.ts";
import { missingPage } from "../../missing-page.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/catalog-perfume";
import {
  aliasForm,
  dupeAddForm,
  dupeSaveForm,
  mergeForm,
  reasonedForm,
  saveForm,
} from "./perfume-forms.ts";
import { intentsOf } from "./perfume-intents.ts";
import { changePhoto } from "./change-photo.ts";

export { refusalHeaders as headers };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { role } = operator(context);
  const db = context.get(database);
  const lang = context.get(language);
  const id = parseId(params.id);
  const page = parseId(url.searchParams.get("page") ?? "1");
  const bottle = id !== null && page !== null && (await describePerfume(db, id));
  if (!bottle) throw await elsewhere(db, lang, id, () => missingPage(context));
  const format = formatIn(lang);
  const history = await historyOf(db, bottle.id, page);
  return {
    bottle: {
      ...bottle,
      path: perfumePath(bottle),
      views: format.number(bottle.vistas),
      merged: bottle.merged.join(", "),
      sightings: (await currentPrices(db, bottle.id, new Date())).map((price) =>
        presentPrice(format, price),
      ),
    },
    history: {
      page,
      more: history.more,
      entries: await presentEntries(db, role, history.entries),
    },
    constraints: {
      save: saveForm.constraints,
      alias: aliasForm.constraints,
      dupeAdd: dupeAddForm.constraints,
      dupeSave: dupeSaveForm("").constraints,
      merge: mergeForm.constraints,
      reasoned: reasonedForm("remove").constraints,
    },
  };
}

function presentPrice(
  format: Format,
  {
    id,
    amount,
    currency,
    size,
    seenOn,
    kind,
    shop,
    state,
  }: Awaited<ReturnType<typeof currentPrices>>[number],
) {
  return {
    id,
    kind,
    shop,
    state,
    amount: writeAmount(format, amount, currency),
    size: format.millilitres(size),
    seen: format.date(seenOn),
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
      <div className="desk-bottle">
        <div>
          <NamesSection bottle={bottle} constraints={constraints.save} refusal={refusal} />
          <PhotoSection bottle={bottle} constraints={constraints.reasoned} refusal={refusal} />
          <AliasesSection
            aliases={bottle.aliases}
            constraints={constraints.alias}
            refusal={refusal}
          />
        </div>
        <div>
          <DupesSection bottle={bottle} constraints={constraints} refusal={refusal} />
          <PricesSection prices={bottle.prices} sightings={bottle.sightings} bottle={bottle} />
          <EndSection constraints={constraints} refusal={refusal} />
        </div>
      </div>
      <HistorySection {...history} id={bottle.id} />
    </DeskPage>
  );
}
