import type { LogKind } from "#app/domain/desk/log/shown-log.ts";
import { Link } from "#app/ui/link.tsx";
import { useDeskText } from "../use-desk-text.ts";

interface Filter {
  person: string | null;
  perfumeId: number | null;
  kind: LogKind | null;
  entry: number | null;
}

export function LogFilterForm({ filter, kinds }: { filter: Filter; kinds: readonly LogKind[] }) {
  const { texts } = useDeskText("log");
  const { person, perfumeId, kind, entry } = filter;
  const isFiltered = [person, perfumeId, kind, entry].some((one) => one !== null);
  return (
    <form className="desk-filter label" role="search">
      <p className="field">
        <label htmlFor="person">{texts.person}</label>
        <input id="person" name="person" defaultValue={person ?? ""} maxLength={100} />
      </p>
      <p className="field">
        <label htmlFor="bottle">{texts.bottle}</label>
        <input id="bottle" name="bottle" inputMode="numeric" defaultValue={perfumeId ?? ""} />
      </p>
      <p className="field">
        <label htmlFor="kind">{texts.kind}</label>
        <select id="kind" name="kind" defaultValue={kind ?? ""}>
          <option value="">{texts.all}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {texts.kinds[one]}
            </option>
          ))}
        </select>
      </p>
      <p className="desk-buttons">
        <button className="button">{texts.filter}</button>
        {isFiltered && (
          <Link className="button" to="/desk/log">
            {texts.clear}
          </Link>
        )}
      </p>
    </form>
  );
}
