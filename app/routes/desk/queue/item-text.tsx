import { Fragment, type ReactNode } from "react";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { ago, formatIn } from "#app/i18n/format.ts";
import { ChangesTable } from "../log-changes.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Link } from "#app/ui/link.tsx";

type Details<Kind> = Extract<QueueItem["details"], { kind: Kind }>;
type Named = NonNullable<QueueItem["perfume"]>;

export function ItemText({
  item,
  now,
  id,
  children,
}: {
  item: QueueItem;
  now: Date;
  id: string;
  children: ReactNode;
}) {
  const { language, t } = useDeskTranslations();
  const { details, perfume, times, since, askers } = item;
  const asked = t("desk:queue.times", { times });
  const others = item.people - askers.length;
  // A review stays hidden when its reports are deleted with the reporters' accounts (RULES.md 14.9).
  const hasNobody = item.kind === "review" && times === 0;
  return (
    <header className="desk-what">
      {children}
      <h2 id={`${id}-what`}>
        <Title details={details} perfume={perfume} />
      </h2>
      {["dupe", "review", "source"].includes(details.kind) && perfume && (
        <p>
          {t("desk:queue.dupeFor")} <Bottle {...perfume} />
        </p>
      )}
      {details.kind === "dupe" &&
        details.pages.map((url) => (
          <p key={url}>
            {t("desk:queue.source")}{" "}
            <a href={url} rel="noopener noreferrer nofollow">
              {url}
            </a>
          </p>
        ))}
      {details.kind === "source" && <Source source={details} />}
      {details.kind === "facts" && <ChangesTable {...details} />}
      {details.kind === "price" && <Price {...details} />}
      {details.kind === "review" && <Review review={details} />}
      <p className="small soft">
        {hasNobody ? (
          t("desk:queue.reportersLeft")
        ) : (
          <>
            {asked} · <time dateTime={since}>{ago(language, since, now)}</time>
          </>
        )}
        {askers.map(({ userId, username }, at) => (
          <Fragment key={userId}>
            {at === 0 ? " · " : ", "}
            <Link to={`/desk/people/${encodeURIComponent(userId)}`}>
              {username ?? t("desk:queue.nameless")}
            </Link>
          </Fragment>
        ))}
        {askers.length > 0 && others > 0 && ` ${t("desk:queue.others", { others })}`}
        {askers.length === 0 && !hasNobody && ` · ${t("desk:queue.anonymous")}`}
      </p>
    </header>
  );
}

function Title({ details, perfume }: Pick<QueueItem, "details" | "perfume">) {
  const { language } = useDeskTranslations();
  const format = formatIn(language);
  if (details.kind === "price")
    return (
      <>
        {writeAmount(format, details.price.amount_cents, details.price.currency)} ·{" "}
        {format.millilitres(details.price.size_ml)} · {perfume && <Bottle {...perfume} />}
      </>
    );
  if (details.kind === "facts") return perfume && <Bottle {...perfume} />;
  if (details.kind === "review" || details.kind === "source") return <Bottle {...details.dupe} />;
  return (
    <>
      <span className="brand">{details.marca}</span> {details.nombre}
    </>
  );
}

export function Bottle({ id, marca, nombre }: Named) {
  return (
    <Link to={perfumePath({ id, marca, nombre })}>
      <span className="brand">{marca}</span> {nombre}
    </Link>
  );
}

function Source({ source: { url, author, stance, said_on } }: { source: Details<"source"> }) {
  const { language, t } = useDeskTranslations();
  const more = [author, t(`desk:catalogue.stances.${stance}`)];
  if (said_on !== null) more.push(formatIn(language).date(said_on));
  return (
    <p>
      {t("desk:queue.source")}{" "}
      <a href={url} rel="noopener noreferrer nofollow">
        {url}
      </a>{" "}
      <span className="small soft">{more.filter((text) => text !== null).join(" · ")}</span>
    </p>
  );
}

function Price({ price, usual, gone }: Details<"price">) {
  const { language, t } = useDeskTranslations();
  const format = formatIn(language);
  const { amount_cents, currency, size_ml, kind, shop, url, seen_on } = price;
  const write = (one: number) => writeAmount(format, Math.round(one), currency);
  return (
    <>
      <p>
        {t(`desk:queue.of.${kind}`)} ·{" "}
        {url === null ? (
          shop
        ) : (
          <a href={url} rel="noopener noreferrer nofollow">
            {shop}
          </a>
        )}{" "}
        · {t("desk:queue.seen", { date: format.date(seen_on) })}
      </p>
      <p>
        {t("desk:queue.per100", { price: write((amount_cents * 100) / size_ml) })} ·{" "}
        {usual === null ? (
          t("desk:queue.noUsual")
        ) : (
          <b>{t("desk:queue.usual", { price: write(usual) })}</b>
        )}
      </p>
      {gone !== null && <p>{t("desk:queue.saidGone", { people: format.number(gone) })}</p>}
    </>
  );
}

function Review({ review }: { review: Details<"review"> }) {
  const { language, t } = useDeskTranslations();
  const { number } = formatIn(language);

  const { author, description, language: lang, state, reports } = review;
  return (
    <>
      <figure className="quoted">
        <figcaption>
          <b>{author ?? t("desk:queue.nameless")}</b>
          {state === "hidden" && ` · ${t("desk:queue.hidden")}`}
        </figcaption>
        <blockquote lang={lang ?? undefined}>{description}</blockquote>
      </figure>
      <ul className="desk-reports">
        {[...Map.groupBy(reports, ({ reason }) => reason)].map(([reason, same]) => (
          <li key={reason}>
            {t(`pages:report.reasons.${reason}`)}
            {same.length > 1 && ` · ${t("desk:queue.times", { times: number(same.length) })}`}
            {same.map(({ note }, at) => note && <q key={at}>{note}</q>)}
          </li>
        ))}
      </ul>
    </>
  );
}
