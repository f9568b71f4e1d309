import { answersForm } from "#app/http/middleware/context.ts";
import { Item } from "./item.tsx";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { Reasons, Ticked } from "./ticked.tsx";
import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage, useRefusal } from "../desk-page.tsx";
import type { Route } from "./+types/review-queue";
import { decisionIntents } from "./decision-intents.ts";
import { askedIn, loadQueue, queuePath } from "./load-queue.ts";

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export const loader = ({ context, url }: Route.LoaderArgs) => loadQueue(context, url.searchParams);

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

/** @param props.settled the decision on the requested item; null when the queue is empty */
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
