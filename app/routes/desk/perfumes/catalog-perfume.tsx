import { parseId } from "#app/domain/catalog/ids.ts";
import { Link } from "#app/ui/link.tsx";
import { missingPage } from "../../missing-page.ts";
import { act } from "../act.ts";
import { DeskPage, refusalIn } from "../desk-page.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { operator } from "../guard.ts";
import type { Route } from "./+types/catalog-perfume";
import { decisionIntents } from "../queue/decision-intents.ts";
import { AliasesSection } from "./alias-forms.tsx";
import { bottlePath } from "./bottle-page.ts";
import { changePhoto } from "./change-photo.ts";
import { dupeIntents } from "./dupe-intents.ts";
import { DupesSection } from "./dupes-section.tsx";
import { editIntents } from "./edit-intents.ts";
import { EndSection } from "./end-forms.tsx";
import { endIntents } from "./end-intents.ts";
import { loadBottle } from "./load-bottle.ts";
import { NamesSection } from "./names-and-popularity.tsx";
import {
  aliasForm,
  dupeAddForm,
  dupeSaveForm,
  mergeForm,
  reasonedForm,
  saveForm,
  sourceAddForm,
} from "./perfume-forms.ts";
import { PhotoSection } from "./photo-form.tsx";
import { PricesSection } from "./price-table.tsx";
import { sourceIntents } from "./source-intents.ts";
import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { LogEntryCard } from "../log-entry.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  return {
    ...(await loadBottle(context, parseId(params.id), url.searchParams)),
    constraints: {
      save: saveForm.constraints,
      alias: aliasForm.constraints,
      dupeAdd: dupeAddForm.constraints,
      dupeSave: dupeSaveForm("").constraints,
      sourceAdd: sourceAddForm("").constraints,
      merge: mergeForm.constraints,
      reasoned: reasonedForm("remove").constraints,
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  operator(context);
  const id = parseId(params.id);
  if (id === null) throw await missingPage(context);
  const page = { request, context, id };
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return changePhoto(page);
  return act(request, context, {
    ...editIntents(page),
    ...dupeIntents(page),
    ...sourceIntents(page),
    ...endIntents(page),
    refuse: decisionIntents({ context, path: `${bottlePath(id)}#prices` }).refuse!,
  });
}

export default function DeskPerfume({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, t } = useDeskText("catalogue");
  const { bottle, history, constraints } = loaderData;
  const refusal = refusalIn(actionData);
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
          <PricesSection
            prices={bottle.prices}
            sightings={bottle.sightings}
            bottle={bottle}
            constraints={constraints.reasoned}
            refusal={refusal}
          />
          <EndSection constraints={constraints} refusal={refusal} />
        </div>
      </div>
      <HistorySection {...history} id={bottle.id} />
    </DeskPage>
  );
}

function HistorySection({
  id,
  entries,
  page,
  more,
}: {
  id: number;
  entries: ShownEntry[];
  page: number;
  more: boolean;
}) {
  const { texts } = useDeskText("catalogue");
  return (
    <section id="history">
      <h2>{texts.history}</h2>
      {entries.length === 0 && <p>{texts.nothing}</p>}
      {entries.map((entry) => (
        <LogEntryCard key={entry.id} entry={entry} heading="h3" />
      ))}
      <p className="desk-buttons">
        {page > 1 && (
          <Link to={`/desk/perfumes/${id}${page === 2 ? "" : `?page=${page - 1}`}#history`}>
            {texts.newer}
          </Link>
        )}
        {more && <Link to={`/desk/perfumes/${id}?page=${page + 1}#history`}>{texts.older}</Link>}
      </p>
    </section>
  );
}
