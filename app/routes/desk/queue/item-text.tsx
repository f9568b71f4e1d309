import { Fragment, type ReactNode } from "react";
import { formatIn } from "#app/i18n/format.ts";
import { ChangesTable } from "../log-changes.tsx";
import { useDeskText } from "../use-desk-text.ts";
import { Link } from "#app/ui/link.tsx";
import type { ItemData, LinkedBottle, Shown } from "./present-item.ts";

export function ItemText({
  item,
  id,
  children,
}: {
  item: ItemData;
  id: string;
  children: ReactNode;
}) {
  const { texts, t } = useDeskText("queue");
  const { shown, perfume, times, since, ago, askers, others } = item;
  // A review stays hidden when its reports are deleted with the reporters' accounts (RULES.md 14.9).
  const hasNobody = item.kind === "review" && times === 0;
  return (
    <header className="desk-what">
      {children}
      <h2 id={`${id}-what`}>
        <Title shown={shown} perfume={perfume} />
      </h2>
      {shown.kind === "dupe" && perfume && (
        <p>
          {texts.dupeFor} <Bottle {...perfume} />
        </p>
      )}
      {shown.kind === "dupe" &&
        shown.pages.map((url) => (
          <p key={url}>
            {texts.source}{" "}
            <a href={url} rel="noopener noreferrer nofollow">
              {url}
            </a>
          </p>
        ))}
      {shown.kind === "facts" && <ChangesTable changes={shown.changes} />}
      {shown.kind === "price" && <Price shown={shown} />}
      {shown.kind === "review" && <Review shown={shown} original={perfume} />}
      <p className="small soft">
        {hasNobody ? (
          texts.reportersLeft
        ) : (
          <>
            {t("times", { times })} · <time dateTime={since}>{ago}</time>
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

function Title({ shown, perfume }: { shown: Shown; perfume: LinkedBottle | null }) {
  if (shown.kind === "price")
    return (
      <>
        {shown.amount} · {shown.size} · {perfume && <Bottle {...perfume} />}
      </>
    );
  if (shown.kind === "facts") return perfume && <Bottle {...perfume} />;
  if (shown.kind === "review") return <Bottle {...shown.dupe} />;
  return (
    <>
      <span className="brand">{shown.marca}</span> {shown.nombre}
    </>
  );
}

function Bottle({ marca, nombre, path }: LinkedBottle) {
  return (
    <Link to={path}>
      <span className="brand">{marca}</span> {nombre}
    </Link>
  );
}

function Price({ shown }: { shown: Extract<Shown, { kind: "price" }> }) {
  const { texts, t } = useDeskText("queue");
  const { of, shop, url, seen, per100, usual, saidGone } = shown;
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
        · {t("seen", { date: seen })}
      </p>
      <p>
        {t("per100", { price: per100 })} ·{" "}
        {usual === null ? texts.noUsual : <b>{t("usual", { price: usual })}</b>}
      </p>
      {saidGone && <p>{t("saidGone", saidGone)}</p>}
    </>
  );
}

function Review({
  shown: { author, text, lang, hidden, reports },
  original,
}: {
  shown: Extract<Shown, { kind: "review" }>;
  original: LinkedBottle | null;
}) {
  const { language, texts, t } = useDeskText("queue");
  const { number } = formatIn(language);
  return (
    <>
      {original && (
        <p>
          {texts.dupeFor} <Bottle {...original} />
        </p>
      )}
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
            {reason}
            {same.length > 1 && ` · ${t("times", { times: number(same.length) })}`}
            {same.map(({ note }, at) => note && <q key={at}>{note}</q>)}
          </li>
        ))}
      </ul>
    </>
  );
}
