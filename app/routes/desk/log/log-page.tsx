import { data } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { logKinds } from "#app/domain/desk/log/audit.ts";
import { type LogFilter, logFor } from "#app/domain/desk/log/shown-log.ts";
import { database } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { LogEntryCard } from "../log-entry.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/log-page";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** UTF-16 units of a person's name or id in the address */
const maxPerson = 100;

export async function loader({ url: { searchParams: query }, context }: Route.LoaderArgs) {
  const filter = {
    person: query.get("person")?.trim().slice(0, maxPerson).toWellFormed() || null,
    perfumeId: parseId(query.get("bottle")),
    kind: logKinds.find((one) => one === query.get("kind")) ?? null,
    before: parseId(query.get("before")),
    entry: parseId(query.get("entry")),
  };
  const page = await logFor(context.get(database), operator(context).role, filter);
  const isMissing = filter.entry !== null && page.entries.length === 0;
  return data({ ...page, filter }, isMissing ? 404 : 200);
}

export const action = ({ request, context }: Route.ActionArgs) => act(request, context, {});

export default function Log({ loaderData }: Route.ComponentProps) {
  const { entries, next, unknownPerson, filter } = loaderData;
  const { t } = useDeskTranslations();
  const { person, perfumeId, kind } = filter;
  const asked = new URLSearchParams({
    ...(person !== null && { person }),
    ...(perfumeId !== null && { bottle: String(perfumeId) }),
    ...(kind !== null && { kind }),
  });
  const pageFrom = (before: number | null) => {
    const query = new URLSearchParams(asked);
    if (before !== null) query.set("before", String(before));
    return query.size > 0 ? `/desk/log?${query}` : "/desk/log";
  };
  return (
    <DeskPage title={t("desk:log.title")}>
      <Sheet name="desk-overview" css={css} />
      <LogFilterForm filter={filter} />
      {entries.length === 0 && (
        <p>{unknownPerson ? t("desk:log.unknownPerson") : t("desk:log.none")}</p>
      )}
      {entries.map((entry) => (
        <LogEntryCard key={entry.id} entry={entry} />
      ))}
      <p className="desk-buttons">
        {filter.before !== null && (
          <Link className="button" to={pageFrom(null)}>
            {t("desk:log.newest")}
          </Link>
        )}
        {next !== null && (
          <Link className="button" to={pageFrom(next)} rel="next">
            {t("desk:log.older")}
          </Link>
        )}
      </p>
    </DeskPage>
  );
}

function LogFilterForm({ filter: { person, perfumeId, kind, entry } }: { filter: LogFilter }) {
  const { t } = useDeskTranslations();
  const isFiltered = [person, perfumeId, kind, entry].some((one) => one !== null);
  return (
    <form className="desk-filter label" role="search">
      <p className="field">
        <label htmlFor="person">{t("desk:log.person")}</label>
        <input id="person" name="person" defaultValue={person ?? ""} maxLength={100} />
      </p>
      <p className="field">
        <label htmlFor="bottle">{t("desk:log.bottle")}</label>
        <input id="bottle" name="bottle" inputMode="numeric" defaultValue={perfumeId ?? ""} />
      </p>
      <p className="field">
        <label htmlFor="kind">{t("desk:log.kind")}</label>
        <select id="kind" name="kind" defaultValue={kind ?? ""}>
          <option value="">{t("desk:log.all")}</option>
          {logKinds.map((one) => (
            <option key={one} value={one}>
              {t(`desk:log.kinds.${one}`)}
            </option>
          ))}
        </select>
      </p>
      <p className="desk-buttons">
        <button className="button">{t("desk:log.filter")}</button>
        {isFiltered && (
          <Link className="button" to="/desk/log">
            {t("desk:log.clear")}
          </Link>
        )}
      </p>
    </form>
  );
}
