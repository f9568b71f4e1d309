import { answersForm, database, language, services } from "#app/http/middleware/context.ts";
import { Item } from "./item.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Reasons, Ticked } from "./ticked.tsx";
import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage, useRefusal } from "../desk-page.tsx";
import type { Route } from "./+types/review-queue";
import { decisionIntents } from "./decision-intents.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { parseId } from "#app/domain/catalog/ids.ts";
import { lastDecision } from "#app/domain/desk/log/audit.ts";
import {
  type Item as Named,
  type ItemKind,
  itemKinds,
  parseItem,
  subjectOf,
} from "#app/domain/desk/queue/items.ts";
import { listQueue } from "#app/domain/desk/queue/queue-page.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { describeDecision } from "../decision.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

/** @throws a redirect to the last page if the requested one no longer exists */
export async function loader({ context, url: { searchParams: query } }: Route.LoaderArgs) {
  const asked = askedIn(query);
  const db = context.get(database);
  const { search } = context.get(services);
  const found = await listQueue(db, search, asked);
  const pages = asked.item ? 1 : Math.max(found.pages, 1);
  if (asked.page > pages) {
    if (!context.get(answersForm))
      throw redirect(inLanguage(context.get(language), queuePath(asked.kind, pages)));
    asked.page = pages;
    found.items = (await listQueue(db, search, asked)).items;
  }
  const { items } = found;
  const next = query.get("next");
  return {
    ...asked,
    now: new Date(),
    items,
    total: found.total,
    pages,
    settled: asked.item && items.length === 0 ? await settledOf(context, asked.item) : null,
    kinds: [null, ...itemKinds].map((kind) => ({
      kind,
      path: queuePath(kind),
      count: kind === null ? found.all : found.counts[kind],
    })),
    /** the item that gets the focus after a decision */
    focus:
      next === null ? null : ((items.find(({ name }) => name === next) ?? items[0])?.name ?? null),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(answersForm, true);
  const { kind, page } = askedIn(url.searchParams);
  return act(request, context, decisionIntents({ request, context, path: queuePath(kind, page) }));
}

export default function Queue({ loaderData }: Route.ComponentProps) {
  const { now, items, kinds, kind, item: asked, page, pages, focus, settled } = loaderData;
  const { t } = useDeskTranslations();
  const refusal = useRefusal();
  return (
    <DeskPage title={t("desk:queue.title")}>
      <nav className="desk-kinds" aria-label={t("desk:queue.show")}>
        <ul>
          {kinds.map((one) => (
            <li key={one.kind}>
              <Link to={one.path} aria-current={!asked && one.kind === kind ? "true" : undefined}>
                {t(`desk:queue.filters.${one.kind ?? "all"}`)}{" "}
                <span className="soft">{one.count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {items.length === 0 ? (
        // A refusal already tells about the decision.
        !refusal && <Nothing settled={settled} />
      ) : (
        <>
          <ol className="desk-items">
            {items.map((item, at) => (
              <Item
                key={item.name}
                item={item}
                now={now}
                next={items[at + 1]?.name ?? ""}
                alone={asked !== null}
                focused={!refusal && item.name === focus}
              />
            ))}
          </ol>
          <Pager page={page} pages={pages} path={(at) => queuePath(kind, at)} />
          {!asked && <Ticked withReviews={items.some((one) => one.kind === "review")} />}
          <Reasons />
        </>
      )}
    </DeskPage>
  );
}

function Nothing({ settled }: Pick<Route.ComponentProps["loaderData"], "settled">) {
  const { t } = useDeskTranslations();
  if (settled === null) return <p className="lead soft">{t("desk:queue.nothing")}</p>;
  const { did } = settled;
  if (did === null) return <p>{t("desk:queue.notWaiting")}</p>;
  const { link, why, ...told } = did;
  return (
    <>
      <p>{t("desk:queue.settled", told)}</p>
      {why && <p>{t("desk:log.why", { reason: why })}</p>}
      <p>
        <Link className="desk-link" to={link.to}>
          {link.text}
        </Link>
      </p>
    </>
  );
}

/** Links only the adjacent pages, because a queue may have a thousand. */
function Pager({
  page,
  pages,
  path,
}: {
  page: number;
  pages: number;
  path: (page: number) => string;
}) {
  const { t } = useDeskTranslations();
  if (pages < 2) return null;
  return (
    <nav className="desk-buttons" aria-label={t("desk:frame.pager")}>
      {page > 1 && (
        <Link className="button" to={path(page - 1)} rel="prev">
          {t("desk:frame.before")}
        </Link>
      )}
      <span className="soft desk-page">{t("desk:frame.page", { page, pages })}</span>
      {page < pages && (
        <Link className="button" to={path(page + 1)} rel="next">
          {t("desk:frame.after")}
        </Link>
      )}
    </nav>
  );
}

function askedIn(query: URLSearchParams) {
  const kind = itemKinds.find((one) => one === query.get("kind")) ?? null;
  const item = parseItem(query.get("item"));
  return { kind, page: (item === null && parseId(query.get("page"))) || 1, item };
}

function queuePath(kind: ItemKind | null, page = 1): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/desk/queue${query.size > 0 ? `?${query}` : ""}`;
}

async function settledOf(context: Readonly<RouterContextProvider>, item: Named) {
  const did = await lastDecision(context.get(database), subjectOf(item));
  return { did: did && describeDecision(context, did) };
}
