import { parseId } from "#app/domain/catalog/ids.ts";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { formatIn } from "#app/i18n/format.ts";
import { Link } from "#app/ui/link.tsx";
import { missingPage } from "#app/http/missing-page.ts";
import { act } from "../act.ts";
import { FoldedForm } from "../desk-form.tsx";
import { DeskPage } from "../desk-page.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { operator } from "../guard.ts";
import type { Route } from "./+types/catalog-perfume";
import { decisionIntents } from "../queue/decision-intents.ts";
import { bottlePath } from "../desk-paths.ts";
import { AliasesSection, NamesSection, PhotoSection } from "./bottle-sections.tsx";
import { changeIntents } from "./change-intents.ts";
import { changePhoto } from "./change-photo.ts";
import { DupesSection } from "./dupes-section.tsx";
import { loadBottle } from "./load-bottle.ts";
import { mergeForm, removeForm } from "./perfume-forms.ts";
import { PricesSection } from "./price-table.tsx";
import { LogEntryCard } from "../log-entry.tsx";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  loadBottle(context, parseId(params.id), url.searchParams);

export async function action({ request, params, context }: Route.ActionArgs) {
  operator(context);
  const id = parseId(params.id);
  if (id === null) throw await missingPage(context);
  const page = { request, context, id };
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return changePhoto(page, id);
  return act(request, context, {
    ...changeIntents(page),
    refuse: decisionIntents({ ...page, path: `${bottlePath(id)}#prices` }).refuse!,
  });
}

export default function DeskPerfume({ loaderData }: Route.ComponentProps) {
  const { language, t } = useDeskTranslations();
  const { bottle, history } = loaderData;
  const views = formatIn(language).number(bottle.vistas);
  return (
    <DeskPage title={`${bottle.marca} ${bottle.nombre}`}>
      <p className="small soft desk-buttons">
        <span>{t("desk:catalogue.number", { id: bottle.id })}</span>
        <span>{t("desk:catalogue.views", { shown: views })}</span>
        <Link to={perfumePath(bottle)}>{t("desk:catalogue.seen")}</Link>
      </p>
      {bottle.merged.length > 0 && (
        <p className="small soft">
          {t("desk:catalogue.mergedIds", { ids: bottle.merged.join(", ") })}
        </p>
      )}
      <div className="desk-bottle">
        <div>
          <NamesSection bottle={bottle} />
          <PhotoSection bottle={bottle} />
          <AliasesSection aliases={bottle.aliases} />
        </div>
        <div>
          <DupesSection bottle={bottle} />
          <PricesSection bottle={bottle} />
          <FoldedForm
            form={mergeForm}
            details="form label"
            summary={<h2>{t("desk:catalogue.merge")}</h2>}
            lead={t("desk:catalogue.mergeText")}
            submit={t("desk:catalogue.mergeButton")}
          />
          <FoldedForm
            form={removeForm}
            details="form label"
            summary={<h2>{t("desk:catalogue.removeTitle")}</h2>}
            lead={t("desk:catalogue.removeText")}
            submit={t("desk:catalogue.removeButton")}
          />
        </div>
      </div>
      <HistorySection history={history} path={bottlePath(bottle.id)} />
    </DeskPage>
  );
}

function HistorySection({
  history: { entries, page, more },
  path,
}: Pick<Route.ComponentProps["loaderData"], "history"> & { path: string }) {
  const { t } = useDeskTranslations();
  return (
    <section id="history">
      <h2>{t("desk:catalogue.history")}</h2>
      {entries.length === 0 && <p>{t("desk:catalogue.nothing")}</p>}
      {entries.map((entry) => (
        <LogEntryCard key={entry.id} entry={entry} heading="h3" />
      ))}
      <p className="desk-buttons">
        {page > 1 && (
          <Link to={`${path}${page === 2 ? "" : `?page=${page - 1}`}#history`}>
            {t("desk:catalogue.newer")}
          </Link>
        )}
        {more && <Link to={`${path}?page=${page + 1}#history`}>{t("desk:catalogue.older")}</Link>}
      </p>
    </section>
  );
}
