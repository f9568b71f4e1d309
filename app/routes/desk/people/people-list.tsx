import { findPeople, type ListedPerson, listSuspended } from "#app/domain/desk/find-people.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database } from "#app/http/middleware/context.ts";
import { useDeskText } from "../use-desk-text.ts";
import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/people-list";

/** UTF-16 units of a search; an email address has at most 255 characters */
const maxQuery = 300;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = operator(context);
  const db = context.get(database);
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQuery);
  return {
    q,
    byAddress: role === "owner",
    found: q.trim() === "" ? null : await findPeople(db, q, role === "owner"),
    suspended: q.trim() === "" ? await listSuspended(db) : [],
  };
}

export const action = ({ request, context }: Route.ActionArgs) => act(request, context, {});

export default function People({ loaderData }: Route.ComponentProps) {
  const { texts } = useDeskText("people");
  const { q, byAddress, found, suspended } = loaderData;
  return (
    <DeskPage title={texts.title}>
      <search>
        <form className="form label">
          <p className="field">
            <label htmlFor="q">{byAddress ? texts.searchOwner : texts.search}</label>{" "}
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={q}
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <button className="button main">{texts.find}</button>
        </form>
      </search>
      {found ? (
        <List title={texts.found} people={found} none={texts.none} />
      ) : (
        <List title={texts.suspendedNow} people={suspended} none={texts.nobodySuspended} />
      )}
    </DeskPage>
  );
}

function List({ title, people, none }: { title: string; people: ListedPerson[]; none: string }) {
  const { language, texts } = useDeskText("person");
  return (
    <section aria-labelledby="list">
      <h2 id="list">{title}</h2>
      {people.length === 0 && <p>{none}</p>}
      <ul className="desk-rows">
        {people.map(({ id, username, since }) => (
          <li key={id}>
            <Link to={`/desk/people/${encodeURIComponent(id)}`}>{username ?? texts.nameless}</Link>{" "}
            <span className="small soft">
              {texts.since} {formatIn(language).date(since)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
