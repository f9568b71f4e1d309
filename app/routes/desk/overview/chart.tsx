import { formatIn } from "#app/i18n/format.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";

/** in units of the viewBox */
const [bar, gap, height] = [8, 2, 60];

/** Bars, with the same numbers as a table. @param props.days e.g. "2026-12-01", one per number */
export function Chart({ name, days, counts }: { name: string; days: string[]; counts: number[] }) {
  const { language, t } = useDeskTranslations();
  const { number, shortDate } = formatIn(language);
  const most = Math.max(...counts);
  const total = number(counts.reduce((sum, count) => sum + count, 0));
  const label = t("desk:overview.chart", { name, total, most: number(most) });
  const width = counts.length * (bar + gap) - gap;
  return (
    <figure className="desk-chart label">
      <figcaption>
        {name} <strong>{total}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 1}`} role="img" aria-label={label}>
        <path
          d={`M0 ${height}h${width}v1H0z${counts.map((count, at) => barOf(count, at, most)).join("")}`}
        />
      </svg>
      <details>
        <summary>
          {t("desk:overview.asTable")}
          <span className="unseen"> {name}</span>
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("desk:overview.day")}</th>
              <th scope="col">{t("desk:overview.number")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr key={day}>
                <th scope="row">{shortDate(day)}</th>
                <td>{number(counts[at]!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Keeps even the smallest count visible. */
function barOf(count: number, at: number, most: number): string {
  if (count === 0) return "";
  const tall = Math.max(1, Math.round((count / most) * height));
  return `M${at * (bar + gap)} ${height}v-${tall}h${bar}v${tall}z`;
}
