import type { ShownEntry } from "#app/domain/desk/log/shown-log.ts";
import { Link } from "#app/ui/link.tsx";
import { LogEntryCard } from "../log-entry.tsx";
import { useDeskText } from "../use-desk-text.ts";

export function HistorySection({
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
