import { useLocation } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import { inLanguage } from "#app/i18n/paths.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/kept.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { usePress } from "./use-press.ts";

/** The forms that send the buttons below: one for all, because forty would be a tenth of the page. */
const forms = { add: "keep", remove: "unkeep" };

/**
 * Puts a bottle on the shelf, or takes it off again; of one that is in another list than "want" it leads to the shelf.
 * @param props.nombre stands on no card twice: it is told, not shown. Without it the button's words are shown
 */
export function KeepButton({
  id,
  nombre,
  list,
}: {
  id: number;
  nombre?: string;
  list: List | undefined;
}) {
  const { t } = useTranslations();
  const say = (text: string) =>
    nombre === undefined ? text : <span className="unseen">{`${text}: ${nombre}`}</span>;
  if (list === "have" || list === "had")
    return (
      <Link className="keep" to={`/shelf#p-${id}`}>
        {say(t(list === "have" ? "shelf.have" : "shelf.had"))}
      </Link>
    );
  return (
    <button
      className="keep"
      form={list ? forms.remove : forms.add}
      name="perfume_id"
      value={id}
      aria-pressed={list !== undefined}
    >
      {say(t("shelf.want"))}
    </button>
  );
}

/**
 * The forms of a page's buttons. Without JavaScript a press is a page, which opens at the card; with it the page stays.
 * @param props.kept of each bottle on the page @param props.here parameters of the page to come back to: "" or "?sort=price&prices=7"
 */
export function KeepForms({ kept, here }: { kept: (List | undefined)[]; here: string }) {
  const { language } = useTranslations();
  const { pathname } = useLocation();
  const action = inLanguage(language, "/shelf");
  const { fetcher, press } = usePress(action);
  const form = (id: string, intent: string, more?: React.ReactNode) => (
    <form id={id} method="post" action={action} hidden onSubmit={press}>
      <input type="hidden" name="intent" value={intent} />
      {more}
      <input type="hidden" name="path" value={pathname + here} />
    </form>
  );
  return (
    <>
      {form(forms.add, "shelf-add", <input type="hidden" name="list" value="want" />)}
      {kept.some((list) => list !== undefined) && <Sheet name="kept" css={css} />}
      {kept.includes("want") && form(forms.remove, "shelf-remove")}
      {fetcher.state === "idle" && <Refused refusal={fetcher.data ?? undefined} toast />}
    </>
  );
}

/** For who has a look-alike of the page's bottle. */
export function Owned(bottle: { id: number; marca: string; nombre: string }) {
  const { t } = useTranslations();
  return (
    <p className="owned">
      {t("shelf.owned")} <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>{" "}
      <span className="small soft">{bottle.marca}</span>
    </p>
  );
}
