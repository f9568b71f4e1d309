import { noteLanguage } from "#app/domain/desk/operators.ts";
import { figureKinds, overviewOf, type WaitingCounts } from "#app/domain/desk/overview.ts";
import { formatIn } from "#app/i18n/format.ts";
import { config, database, language, services } from "#app/http/middleware/context.ts";
import css from "#app/styles/desk-overview.css?inline";
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
        <Missed missed={missed} />
        <Viewed viewed={viewed} />
      </div>
    </DeskPage>
  );
}

type Data = Route.ComponentProps["loaderData"];

function Missed({ missed }: Pick<Data, "missed">) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  return (
    <section>
      <h2>{t("desk:overview.missed")}</h2>
      {missed.length === 0 ? (
        <p>{t("desk:overview.nothingMissed")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("desk:overview.words")}</th>
              <th scope="col">{t("desk:overview.times")}</th>
            </tr>
          </thead>
          <tbody>
            {missed.map(({ text, times }) => (
              <tr key={text}>
                <th scope="row">
                  <Link to={`/desk/perfumes?q=${encodeURIComponent(text)}`}>{text}</Link>
                </th>
                <td>{number(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Viewed({ viewed }: Pick<Data, "viewed">) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);
  return (
    <section>
      <h2>{t("desk:overview.viewed")}</h2>
      {viewed.length === 0 ? (
        <p>{t("desk:overview.nothingViewed")}</p>
      ) : (
        <table>
          <tbody>
            {viewed.map(({ id, marca, nombre, views }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`/desk/perfumes/${id}`}>
                    {marca} · {nombre}
                  </Link>
                </th>
                <td>{number(views)}</td>
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
