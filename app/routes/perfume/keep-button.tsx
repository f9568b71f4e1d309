import { useFetchers, useLocation } from "react-router";
import { perfumePath } from "#app/domain/catalog/slugs.ts";
import type { List } from "#app/domain/shelf/lists.ts";
import { useTranslations } from "#app/i18n/translations.ts";
import css from "#app/styles/filled-hearts.css?inline";
import { Link } from "#app/ui/link.tsx";
import { Refused } from "#app/ui/refused.tsx";
import { Sheet } from "#app/ui/style-sheet.tsx";
import { usePress } from "./use-press.ts";

/** All buttons share these forms, because forty separate ones would be a tenth of the page's bytes. */
const forms = { add: "keep", remove: "unkeep" };

export function KeepButton({
  id,
  nombre,
  list,
}: {
  id: number;
  nombre: string;
  list: List | undefined;
}) {
  const { t } = useTranslations();
  const pressed = useFetchers().find(({ formData }) => formData?.get("perfume_id") === `${id}`);
  const isWanted = pressed ? pressed.formData?.get("list") === "want" : list !== undefined;
  const say = (act: string) => (
    <span className="unseen">{t("form.named", { act, name: nombre })}</span>
  );
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
      aria-pressed={isWanted}
    >
      {say(t("shelf.want"))}
    </button>
  );
}

/** @param props.kept lists of the bottles on the page @param props.here the page's parameters: "" or "?sort=price&prices=7" */
export function KeepForms({ kept, here }: { kept: (List | undefined)[]; here: string }) {
  const { pathname } = useLocation();
  // Another route's code would have to come first: without a connection the router loads the page again.
  const action = pathname + here;
  const { fetcher, refusal, press } = usePress(action);
  const form = (id: string, intent: string, more?: React.ReactNode) => (
    <form id={id} method="post" action={action} hidden onSubmit={press}>
      <input type="hidden" name="intent" value={intent} />
      {more}
      <input type="hidden" name="path" value={action} />
    </form>
  );
  return (
    <>
      {form(forms.add, "shelf-add", <input type="hidden" name="list" value="want" />)}
      {(fetcher.formData || kept.some((list) => list !== undefined)) && (
        <Sheet name="kept" css={css} />
      )}
      {kept.includes("want") && form(forms.remove, "shelf-remove")}
      <Refused refusal={refusal} toast />
    </>
  );
}

export function Owned(bottle: { id: number; marca: string; nombre: string }) {
  const { t } = useTranslations();
  return (
    <p className="owned">
      {t("shelf.owned")} <Link to={perfumePath(bottle)}>{bottle.nombre}</Link>{" "}
      <span className="small soft">{bottle.marca}</span>
    </p>
  );
}
