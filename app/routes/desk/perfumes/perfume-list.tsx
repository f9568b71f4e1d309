import { currentPerfumeId } from "#app/domain/catalog/redirects.ts";
import { parseId } from "#app/domain/catalog/ids.ts";
import { newestPerfumes } from "#app/domain/desk/catalog/desk-bottle.ts";
import { database, services } from "#app/http/middleware/context.ts";
import { useDeskTranslations } from "../use-desk-translations.ts";
import { BottleLink } from "../bottle-link.tsx";
import { perfumeCards } from "#app/domain/catalog/perfumes.ts";
import { act } from "../act.ts";
import { DeskPage, NumberedPages } from "../desk-page.tsx";
import { AddForm, addIntent, type Alike, alikeTo } from "./add-perfume.tsx";
import type { Route } from "./+types/perfume-list";

const newest = 20;
/** UTF-16 units */
const maxQuery = 200;

export { refusalHeaders as headers } from "#app/http/forms/refusal.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(database);
  const q = (url.searchParams.get("q") ?? "").slice(0, maxQuery);
  const page = parseId(url.searchParams.get("page") ?? "1") ?? 1;
  if (q.trim() === "") {
    const perfumes = await newestPerfumes(db, newest);
    const add = { typed: { marca: "", nombre: "" }, alike: { bottles: [], of: "" } };
    return { q, page: 1, pages: 0, perfumes, add };
  }
  const numbered = page === 1 ? await byNumber(db, q.trim()) : [];
  const found = await context.get(services).search.find(q, page);
  const named = found.perfumes.filter(({ id }) => numbered[0]?.id !== id);
  return {
    q,
    page,
    add: await toAdd(context, q.trim(), numbered.length + named.length === 0),
    pages: found.pages,
    perfumes: [...numbered, ...named],
  };
}

/** The search as a new bottle's name, with capitals, because failed searches are stored without, and a likely brand. */
async function toAdd(context: Route.LoaderArgs["context"], q: string, nothingFound: boolean) {
  const { marca, nombre } = await context.get(services).search.splitName(q);
  const { bottles } = nothingFound ? await alikeTo(context, q) : { bottles: [] };
  const brands = new Set(bottles.map((one) => one.marca));
  const capital = (text: string) =>
    text.replace(/(?<![\p{L}\p{M}\d'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
  const guess = brands.size === 1 ? [...brands][0]! : "";
  const typed = { marca: marca || guess, nombre: capital(nombre) };
  return { typed, alike: { bottles, of: `${typed.marca} ${typed.nombre}` } };
}

async function byNumber(db: Parameters<typeof currentPerfumeId>[0], q: string) {
  const id = parseId(q);
  const now = id === null ? undefined : await currentPerfumeId(db, id);
  return now === undefined ? [] : perfumeCards(db, [now]);
}

export const action = ({ request, context }: Route.ActionArgs) =>
  act(request, context, { add: addIntent({ request, context }) });

export default function DeskPerfumes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useDeskTranslations();
  const { q, page, pages, perfumes, add } = loaderData;
  const alike = actionData && "alike" in actionData ? (actionData.alike as Alike) : add.alike;
  return (
    <DeskPage title={t("desk:catalogue.title")}>
      <form className="desk-search" role="search">
        <p className="field">
          <label htmlFor="desk-q">{t("desk:catalogue.search")}</label>{" "}
          <input id="desk-q" name="q" type="search" defaultValue={q} maxLength={maxQuery} />
        </p>
        <button className="button main">{t("desk:catalogue.find")}</button>
      </form>
      {perfumes.length === 0 && <p>{t("desk:catalogue.none")}</p>}
      <AddForm open={perfumes.length === 0} {...add} alike={alike} />
      {q.trim() === "" && <h2>{t("desk:catalogue.newest")}</h2>}
      <ul className="desk-list">
        {perfumes.map((perfume) => (
          <li key={perfume.id}>
            <BottleLink {...perfume} />{" "}
            <span className="small soft">{t("desk:catalogue.number", { id: perfume.id })}</span>
          </li>
        ))}
      </ul>
      <NumberedPages path={`/desk/perfumes?q=${encodeURIComponent(q)}`} page={page} pages={pages} />
    </DeskPage>
  );
}
