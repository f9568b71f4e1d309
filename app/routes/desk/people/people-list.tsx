import { findPeople, type ListedPerson, listSuspended } from "#app/domain/desk/find-people.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database, language } from "#app/http/middleware/context.ts";
import { useDeskText } from "../use-desk-text.ts";
import { Link } from "#app/ui/link.tsx";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import { operator } from "../guard.ts";
import type { Route } from "./+types/people-list";

/** UTF-16 units of a search; an email address has at most 255 characters */
const maxQuery = 300;

/** Searches people (RULES.md 10.17). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = operator(context);
  const db = context.get(database);
  const { date } = formatIn(context.get(language));
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQuery);
  const listed = (people: ListedPerson[]) =>
    people.map(({ id, username, since }) => ({ id, username, since: date(since) }));
  return {
    q,
    byAddress: role === "owner",
    found: q.trim() === "" ? null : listed(await findPeople(db, q, role === "owner")),
    suspended: q.trim() === "" ? listed(await listSuspended(db)) : [],
  };
}

export const action = ({ request, context }: Route.ActionArgs) => act(request, context, {});

export default function People({ loaderData }: Route.ComponentProps) {
  const { texts } = useDeskText("people");
  const { q, byAddress, found, suspended } = loaderData;
  return (
    <DeskPage title={texts.title} answer={undefined}>
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

type Listed = Route.ComponentProps["loaderData"]["suspended"];

function List({ title, people, none }: { title: string; people: Listed; none: string }) {
  const { texts } = useDeskText("person");
  return (
    <section aria-labelledby="list">
      <h2 id="list">{title}</h2>
      {people.length === 0 && <p>{none}</p>}
      <ul className="desk-rows">
        {people.map(({ id, username, since }) => (
          <li key={id}>
            <Link to={`/desk/people/${encodeURIComponent(id)}`}>{username ?? texts.nameless}</Link>{" "}
            <span className="small soft">
              {texts.since} {since}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
