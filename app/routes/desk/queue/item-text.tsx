import { Fragment, type ReactNode } from "react";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import { factChanges } from "#app/domain/desk/log/shown-log.ts";
import type { QueueItem } from "#app/domain/desk/queue/queue-page.ts";
import { writeAmount } from "#app/domain/prices/write-amount.ts";
import { factsInLanguage } from "#app/http/forms/typed-facts.ts";
import { ago, formatIn } from "#app/i18n/format.ts";
import { pageTranslations } from "#app/i18n/page-text.server.ts";
import { ChangesTable } from "../log-changes.tsx";
import { useDeskText } from "../use-desk-text.ts";
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
  const { language, texts, t } = useDeskText("queue");
  const { details, perfume, times, since, askers } = item;
  const others = item.people - askers.length;
  // A review stays hidden when its reports are deleted with the reporters' accounts (RULES.md 14.9).
  const hasNobody = item.kind === "review" && times === 0;
  return (
    <header className="desk-what">
      {children}
      <h2 id={`${id}-what`}>
        <Title details={details} perfume={perfume} />
      </h2>
      {(details.kind === "dupe" || details.kind === "review") && perfume && (
        <p>
          {texts.dupeFor} <Bottle {...perfume} />
        </p>
      )}
      {details.kind === "dupe" &&
        details.pages.map((url) => (
          <p key={url}>
            {texts.source}{" "}
            <a href={url} rel="noopener noreferrer nofollow">
              {url}
            </a>
          </p>
        ))}
      {details.kind === "facts" && <Facts {...details} />}
      {details.kind === "price" && <Price price={details} />}
      {details.kind === "review" && <Review review={details} />}
      <p className="small soft">
        {hasNobody ? (
          texts.reportersLeft
        ) : (
          <>
            {t("times", { times })} · <time dateTime={since}>{ago(language, since, now)}</time>
          </>
        )}
        {askers.map(({ userId, username }, at) => (
          <Fragment key={userId}>
            {at === 0 ? " · " : ", "}
            <Link to={`/desk/people/${encodeURIComponent(userId)}`}>
              {username ?? texts.nameless}
            </Link>
          </Fragment>
        ))}
        {askers.length > 0 && others > 0 && ` ${t("others", { others })}`}
        {askers.length === 0 && !hasNobody && ` · ${texts.anonymous}`}
      </p>
    </header>
  );
}

function Title({ details, perfume }: Pick<QueueItem, "details" | "perfume">) {
  const { language } = useDeskText("queue");
  const format = formatIn(language);
  if (details.kind === "price")
    return (
      <>
        {writeAmount(format, details.amount, details.currency)} · {format.millilitres(details.size)}{" "}
        · {perfume && <Bottle {...perfume} />}
      </>
    );
  if (details.kind === "facts") return perfume && <Bottle {...perfume} />;
  if (details.kind === "review") return <Bottle {...details.dupe} />;
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

function Facts({ before, after }: Details<"facts">) {
  const { language } = useDeskText("queue");
  const changes = factChanges({
    before: factsInLanguage(language, before),
    after: factsInLanguage(language, after),
  });
  return <ChangesTable changes={changes} />;
}

function Price({ price }: { price: Details<"price"> }) {
  const { language, texts, t } = useDeskText("queue");
  const format = formatIn(language);
  const { amount, currency, size, of, shop, url, seenOn, usualPer100ml: usual, saidGone } = price;
  const write = (one: number) => writeAmount(format, Math.round(one), currency);
  return (
    <>
      <p>
        {texts.of[of]} ·{" "}
        {url === null ? (
          shop
        ) : (
          <a href={url} rel="noopener noreferrer nofollow">
            {shop}
          </a>
        )}{" "}
        · {t("seen", { date: format.date(seenOn) })}
      </p>
      <p>
        {t("per100", { price: write((amount * 100) / size) })} ·{" "}
        {usual === null ? texts.noUsual : <b>{t("usual", { price: write(usual) })}</b>}
      </p>
      {saidGone && <p>{t("saidGone", { people: format.number(saidGone.people) })}</p>}
    </>
  );
}

function Review({ review }: { review: Details<"review"> }) {
  const { language, texts, t } = useDeskText("queue");
  const { number } = formatIn(language);
  const inWords = pageTranslations(language, "report");
  const { author, text, language: lang, hidden, reports } = review;
  return (
    <>
      <figure className="quoted">
        <figcaption>
          <b>{author ?? texts.nameless}</b>
          {hidden && ` · ${texts.hidden}`}
        </figcaption>
        <blockquote lang={lang ?? undefined}>{text}</blockquote>
      </figure>
      <ul className="desk-reports">
        {[...Map.groupBy(reports, ({ reason }) => reason)].map(([reason, same]) => (
          <li key={reason}>
            {inWords(`reasons.${reason}` as never)}
            {same.length > 1 && ` · ${t("times", { times: number(same.length) })}`}
            {same.map(({ note }, at) => note && <q key={at}>{note}</q>)}
          </li>
        ))}
      </ul>
    </>
  );
}
