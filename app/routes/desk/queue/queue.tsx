import { answersForm } from "../../../middleware/context.ts";
import { Item } from "../../../ui/desk/item.tsx";
import { Pager } from "../../../ui/desk/pager.tsx";
import { useDeskText } from "../../../ui/desk/texts.ts";
import { Ticked } from "../../../ui/desk/ticked.tsx";
import { Link } from "../../../ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage, refusalIn } from "../desk-page.tsx";
import type { Route } from "./+types/queue";
import { decisions } from "./decide.ts";
import { acceptForm, refuseForm } from "./forms.ts";
import { askedIn, loadQueue, queuePath } from "./load.ts";

export { refusalHeaders as headers } from "../../../forms/refusal.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    ...(await loadQueue(context, url.searchParams)),
    constraints: {
      accept: acceptForm("").constraints,
      refuse: refuseForm("").constraints,
    },
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(answersForm, true);
  const { kind, page } = askedIn(url.searchParams);
  return act(request, context, decisions(context, queuePath(kind, page)));
}

export default function Queue({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { items, kinds, kind, page, pages, focus, constraints } = loaderData;
  const { texts } = useDeskText("queue");
  const refusal = refusalIn(answer);
  return (
    <DeskPage title={texts.title} answer={answer}>
      <nav className="desk-kinds" aria-label={texts.show}>
        <ul>
          {kinds.map((one) => (
            <li key={one.kind}>
              <Link to={one.path} aria-current={one.kind === kind ? "true" : undefined}>
                {texts.filters[one.kind ?? "all"]} <span className="soft">{one.count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {items.length === 0 ? (
        <p className="lead soft">{texts.nothing}</p>
      ) : (
        <>
          <ol className="desk-items">
            {items.map((item, at) => (
              <Item
                key={item.name}
                item={item}
                next={items[at + 1]?.name ?? ""}
                focused={!refusal && item.name === focus}
                {...{ constraints, refusal }}
              />
            ))}
          </ol>
          <Pager page={page} pages={pages} path={(at) => queuePath(kind, at)} />
          <Ticked withReviews={items.some((one) => one.kind === "review")} refusal={refusal} />
        </>
      )}
    </DeskPage>
  );
}
