import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { newestPerfumes } from "#app/domain/desk/catalog/desk-bottle.ts";
import { formatIn } from "#app/i18n/format.ts";
import { database, language, services } from "#app/http/middleware/context.ts";
import { useDeskText } from "../use-desk-text.ts";
import { Link } from "#app/ui/link.tsx";
import { PageLinks } from "#app/ui/page-links.tsx";
import { perfumeCards } from "#app/domain/catalog/perfumes.ts";
import { act } from "../act.ts";
import { DeskPage } from "../desk-page.tsx";
import type { Route } from "./+types/perfume-list";

/** bottles listed before a search */
const newest = 20;
/** UTF-16 units */
const maxQuery = 200;

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQuery);
  const page = parseId(url.searchParams.get("page") ?? "1") ?? 1;
  const { number } = formatIn(context.get(language));
  if (q.trim() === "") {
    const perfumes = await newestPerfumes(db, newest);
    return { q, page: 1, pages: [], perfumes };
  }
  const numbered = page === 1 ? await byNumber(db, q.trim()) : [];
  const found = await context.get(services).search.find(q, page);
  const named = found.perfumes.filter(({ id }) => numbered[0]?.id !== id);
  return {
    q,
    page,
    pages: Array.from({ length: found.pages }, (_, index) => number(index + 1)),
    perfumes: [...numbered, ...named].map(({ id, marca, nombre }) => ({ id, marca, nombre })),
  };
}

/** Finds a bottle by its id, also after a merge. */
async function byNumber(db: Parameters<typeof currentPerfumeId>[0], q: string) {
  const id = parseId(q);
  const now = id === null ? undefined : await currentPerfumeId(db, id);
  return now === undefined ? [] : perfumeCards(db, [now]);
}

export const action = ({ request, context }: Route.ActionArgs) => act(request, context, {});

export default function DeskPerfumes({ loaderData }: Route.ComponentProps) {
  const { texts, t } = useDeskText("catalogue");
  const { q, page, pages, perfumes } = loaderData;
  return (
    <DeskPage title={texts.title} answer={undefined}>
      <form className="desk-search" role="search">
        <p className="field">
          <label htmlFor="desk-q">{texts.search}</label>{" "}
          <input id="desk-q" name="q" type="search" defaultValue={q} maxLength={maxQuery} />
        </p>
        <button className="button main">{texts.find}</button>
      </form>
      {q.trim() === "" && <h2>{texts.newest}</h2>}
      {perfumes.length === 0 && <p>{texts.none}</p>}
      <ul className="desk-list">
        {perfumes.map((perfume) => (
          <li key={perfume.id}>
            <Link to={`/desk/perfumes/${perfume.id}`}>
              {perfume.marca} · {perfume.nombre}
            </Link>{" "}
            <span className="small soft">{t("number", { id: perfume.id })}</span>
          </li>
        ))}
      </ul>
      <PageLinks
        label={texts.pages}
        path={`/desk/perfumes?q=${encodeURIComponent(q)}`}
        page={page}
        pages={pages}
      />
    </DeskPage>
  );
}
