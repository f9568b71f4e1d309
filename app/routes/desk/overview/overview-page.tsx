import type { ReactNode } from "react";
import { noteLanguage } from "#app/domain/desk/operators.ts";
import { figureKinds, overviewOf, type WaitingCounts } from "#app/domain/desk/overview.ts";
import { formatIn } from "#app/i18n/format.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
import { BottleLink } from "../bottle-link.tsx";
import { Chart } from "./chart.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Troubles } from "./trouble-list.tsx";
import { Link } from "#app/ui/link.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/overview-page";

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(database);
  const now = new Date();
  // Sets the language of the daily email (RULES.md 10.28). The page does not depend on the outcome.
  noteLanguage(db, operator(context).userId, context.get(language)).catch(() => undefined);
  const openData = await context.get(services).dumps.known();
  return { now, ...(await overviewOf(db, context.get(config), openData, now)) };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { now, waiting, unusualVotes, troubles, lastBackup, ...shown } = loaderData;
  const { days, figures, missed, viewed, searched } = shown;
  const { language, t } = useDeskTranslations();
  const { percent } = formatIn(language);
  return (
    <DeskPage title={t("desk:overview.title")}>
      <Sheet name="desk-overview" css={css} />
      <WaitingList waiting={{ ...waiting, unusualVotes }} />
      <Troubles troubles={troubles} lastBackup={lastBackup} now={now} />
      <section>
        <h2>{t("desk:overview.last30")}</h2>
        {searched !== null && (
          <p>{t("desk:overview.searched", { share: percent(Math.round(searched * 100)) })}</p>
        )}
        <div className="desk-charts">
          {figureKinds.map((kind) => (
            <Chart
              key={kind}
              name={t(`desk:overview.figures.${kind}`)}
              days={days}
              counts={figures[kind]}
            />
          ))}
        </div>
      </section>
      <div className="desk-charts">
        <Ranking
          title={t("desk:overview.missed")}
          none={t("desk:overview.nothingMissed")}
          columns={[t("desk:overview.words"), t("desk:overview.times")]}
          rows={missed.map(({ text, times: count }) => ({
            key: text,
            name: <Link to={`/desk/perfumes?q=${encodeURIComponent(text)}`}>{text}</Link>,
            count,
          }))}
        />
        <Ranking
          title={t("desk:overview.viewed")}
          none={t("desk:overview.nothingViewed")}
          rows={viewed.map(({ views: count, ...bottle }) => ({
            key: bottle.id,
            name: <BottleLink {...bottle} />,
            count,
          }))}
        />
      </div>
    </DeskPage>
  );
}

interface Ranked {
  title: string;
  /** said when there are no rows */
  none: string;
  columns?: [string, string];
  rows: { key: string | number; name: ReactNode; count: number }[];
}

function Ranking({ title, none, columns, rows }: Ranked) {
  const { number } = formatIn(useDeskTranslations().language);
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <table>
          {columns && (
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map(({ key, name, count }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const places = [
  ["perfumes", "/desk/queue?kind=perfume"],
  ["dupes", "/desk/queue?kind=dupe"],
  ["facts", "/desk/queue?kind=facts"],
  ["sources", "/desk/queue?kind=source"],
  ["prices", "/desk/queue?kind=price"],
  ["reviews", "/desk/queue?kind=review"],
  ["unusualVotes", "/desk/votes"],
  ["messages", "/desk/messages"],
  ["deadEmails", "/desk/emails"],
] as const;

type Waiting = WaitingCounts & { unusualVotes: number };

function WaitingList({ waiting }: { waiting: Waiting }) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  const some = places.filter(([kind]) => waiting[kind] > 0);
  return (
    <section>
      <h2>{t("desk:overview.waits")}</h2>
      {some.length === 0 && <p>{t("desk:overview.nothingWaits")}</p>}
      <ul className="desk-counts">
        {some.map(([kind, path]) => (
          <li key={kind}>
            <Link to={path} className="label">
              {t(`desk:overview.waiting.${kind}`)} <strong>{number(waiting[kind])}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
