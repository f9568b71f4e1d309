import { findPeople, type ListedPerson, listSuspended } from "#app/domain/desk/find-people.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database } from "#app/http/middleware/context.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";
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
  const { t } = useDeskTranslations();
  const { q, byAddress, found, suspended } = loaderData;
  return (
    <DeskPage title={t("desk:people.title")}>
      <search>
        <form className="form label">
          <p className="field">
            <label htmlFor="q">
              {byAddress ? t("desk:people.searchOwner") : t("desk:people.search")}
            </label>{" "}
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={q}
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <button className="button main">{t("desk:people.find")}</button>
        </form>
      </search>
      {found ? (
        <List title={t("desk:people.found")} people={found} none={t("desk:people.none")} />
      ) : (
        <List
          title={t("desk:people.suspendedNow")}
          people={suspended}
          none={t("desk:people.nobodySuspended")}
        />
      )}
    </DeskPage>
  );
}

function List({ title, people, none }: { title: string; people: ListedPerson[]; none: string }) {
  const { language, t } = useDeskTranslations();
  return (
    <section aria-labelledby="list">
      <h2 id="list">{title}</h2>
      {people.length === 0 && <p>{none}</p>}
      <ul className="desk-rows">
        {people.map(({ id, username, since }) => (
          <li key={id}>
            <Link to={`/desk/people/${encodeURIComponent(id)}`}>
              {username ?? t("desk:person.nameless")}
            </Link>{" "}
            <span className="small soft">
              {t("desk:person.since")} {formatIn(language).date(since)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
